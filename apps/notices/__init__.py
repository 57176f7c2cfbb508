"""Being told: at most one notice per decision, in the channel one chose, never with a secret."""
