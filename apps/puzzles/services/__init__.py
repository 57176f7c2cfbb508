"""Puzzles are found, published and answered; the only writers of puzzles."""
