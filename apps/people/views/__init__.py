"""Pages about players, and about the reader's own data."""
