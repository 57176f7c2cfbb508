"""Monitoring, with readiness, punctuality and metrics."""
