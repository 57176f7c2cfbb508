"""Dividing a field at the least cost. Pure."""
