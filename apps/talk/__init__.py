"""Chat at the table: messages, phrases, nudges and reports."""
