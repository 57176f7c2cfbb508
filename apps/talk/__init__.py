"""Company at the table: talk, phrases, private notes, nudges, reports."""
