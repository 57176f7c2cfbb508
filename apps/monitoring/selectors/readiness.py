"""Readiness of this process for visitors."""

from __future__ import annotations

from threading import Lock
from time import monotonic
from typing import Final

from django.db import DatabaseError, InterfaceError, connection

from apps.monitoring.selectors import migrations

MIGRATION_CACHE_SECONDS: Final = 3.0
"""Seconds for which missing migrations are cached, because anyone can ask."""

_missing: list[tuple[float, int]] = []
_asking = Lock()


def list_missing() -> list[str]:
    """Return a line for everything that is missing."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        behind = _count_missing_migrations()
    except (DatabaseError, InterfaceError):
        return ["database: unreachable"]
    return [f"migrations: {behind} not applied, run manage.py migrate"] if behind else []


def forget_checks() -> None:
    """Clear the cache, as in a new process."""
    _missing.clear()
    migrations.forget_checks()


def _count_missing_migrations() -> int:
    with _asking:
        if not _missing or (_missing[0][1] and monotonic() - _missing[0][0] >= MIGRATION_CACHE_SECONDS):
            _missing[:] = [(monotonic(), migrations.count_missing_migrations())]
        return _missing[0][1]
