"""Views of the tournament pages."""
