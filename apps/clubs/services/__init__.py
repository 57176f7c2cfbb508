"""Use cases of clubs."""
