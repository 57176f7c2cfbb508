"""What readers see of puzzles."""
