"""Whether the database has every table and column that this code needs."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

_applied: list[bool] = []
"""Not empty: once they were all applied. None is ever taken back under a running process."""


def missing() -> int:
    """How many migrations are not applied. To find out means to read them all, so a good answer is kept for ever."""
    if _applied:
        return 0
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        _applied.append(True)
    return len(plan)


def forget() -> None:
    """Look again, as a process does that has just started."""
    _applied.clear()
