"""A player's profile as one reader can see it."""
