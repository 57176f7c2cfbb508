"""A reader's view of the chat of a match, and their role in it."""
