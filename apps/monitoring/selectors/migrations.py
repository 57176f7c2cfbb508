"""Migrations that the database lacks."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

_applied: list[bool] = []
"""Not empty once all are applied, because none is ever reversed under a running process."""


def count_missing_migrations() -> int:
    """Return how many migrations aren't applied. Checking means reading them all, so zero is cached for good."""
    if _applied:
        return 0
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        _applied.append(True)
    return len(plan)


def forget_checks() -> None:
    """Clear the cache, as in a new process."""
    _applied.clear()
