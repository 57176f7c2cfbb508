"""Players' own pages."""
