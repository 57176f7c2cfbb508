"""Logging: what a line says, which request it belongs to, and who is told of errors."""
