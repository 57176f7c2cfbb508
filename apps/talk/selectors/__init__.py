"""What one reader sees of the talk of a match, and who they are there."""
