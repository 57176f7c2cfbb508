"""What pages of the lobby ask and show."""
