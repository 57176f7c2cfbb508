"""How somebody wishes to be told, and where."""
