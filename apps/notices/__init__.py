"""Notifications: at most one notice per decision, on the channel the player chose, never with a secret."""
