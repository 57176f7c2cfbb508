"""Company at the table: talk, phrases, nudges, reports."""
