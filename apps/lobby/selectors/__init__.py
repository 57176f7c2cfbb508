"""Queries for what players can see of the lobby."""
