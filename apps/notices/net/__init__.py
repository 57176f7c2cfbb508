"""Guarded and time-limited connections to machines that aren't ours."""
