"""Finding, publishing and answering puzzles. Only these modules write puzzles."""
