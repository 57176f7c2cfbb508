"""Drafts of games, which are not complete enough for the laws that hold for every game."""
