"""Division of a field at the least cost. Pure."""
