"""Logging: the format of lines, the request each belongs to, and reports of errors."""
