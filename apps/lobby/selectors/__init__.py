"""What one may see of the lobby."""
