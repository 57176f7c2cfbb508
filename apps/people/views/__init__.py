"""Pages about people, and about one's own data."""
