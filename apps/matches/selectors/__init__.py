"""Views of matches as frozen values. Nothing is changed here."""
