"""Posting notices, putting messages together, delivering them, and players' settings."""
