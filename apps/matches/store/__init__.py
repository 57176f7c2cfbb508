"""Matches in and out of the database."""
