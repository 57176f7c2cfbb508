"""Readiness of this process for visitors."""

from __future__ import annotations

from threading import Lock
from time import monotonic
from typing import Final

from django.db import DatabaseError, InterfaceError, connection

from apps.monitoring.selectors import migrations

KEPT: Final = 3.0
"""Seconds for which missing migrations are cached, because anyone can ask."""

_missing: list[tuple[float, int]] = []
_asking = Lock()


def missing() -> list[str]:
    """Return a line for everything that is missing."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        behind = _behind()
    except (DatabaseError, InterfaceError):
        return ["database: unreachable"]
    return [f"migrations: {behind} not applied, run manage.py migrate"] if behind else []


def forget() -> None:
    """Clear the cache, as in a new process."""
    _missing.clear()
    migrations.forget()


def _behind() -> int:
    with _asking:
        if not _missing or (_missing[0][1] and monotonic() - _missing[0][0] >= KEPT):
            _missing[:] = [(monotonic(), migrations.missing())]
        return _missing[0][1]
