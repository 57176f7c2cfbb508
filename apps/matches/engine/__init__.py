"""A match in memory, moved on by the rules."""
