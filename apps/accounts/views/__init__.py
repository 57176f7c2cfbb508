"""Pages about oneself."""
