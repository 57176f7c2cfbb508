"""Puzzles as readers see them."""
