"""A reader's view of a club, and their role in it."""
