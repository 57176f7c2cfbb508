"""Players' notification settings and addresses."""
