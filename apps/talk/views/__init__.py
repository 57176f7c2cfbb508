"""Pages of the talk of a match."""
