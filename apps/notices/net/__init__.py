"""Connections to machines that are not ours: guarded, and never for long."""
