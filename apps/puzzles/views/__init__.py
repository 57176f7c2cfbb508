"""Pages, preview pictures and the feed of puzzles."""
