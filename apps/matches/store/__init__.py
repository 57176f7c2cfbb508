"""Reads and writes of matches in the database."""
