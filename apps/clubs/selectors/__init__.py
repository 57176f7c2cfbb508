"""What one reader finds in a club, and what they are there."""
