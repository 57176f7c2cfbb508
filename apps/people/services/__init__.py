"""The export of a player's data, and the deletion of their account."""
