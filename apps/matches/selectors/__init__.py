"""What one may see of matches: frozen values, and nothing is changed."""
