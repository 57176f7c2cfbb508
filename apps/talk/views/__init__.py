"""Pages for the chat of a match."""
