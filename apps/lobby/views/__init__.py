"""Views of the lobby."""
