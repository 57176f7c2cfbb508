"""Profiles of players, the export of their data, and the deletion of their account."""
