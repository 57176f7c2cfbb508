"""What one may see of tournaments: frozen values, and nothing is changed."""
