"""Queries for the state of the installation."""
