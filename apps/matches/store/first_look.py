"""Whether there is anything to do at all: asked every second, mostly in vain, so in one statement written by hand."""

# A model's _meta is its public door.
# ruff: noqa: SLF001
# SQL is put together from names of tables; values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.db import connection

from apps.matches.engine.deadlines import THINKING_TIME
from apps.matches.models import Analysis, Hint, Match
from apps.matches.store.sql import fetch, instant

_DUE: Final = f"""
SELECT EXISTS (SELECT 1 FROM {Match._meta.db_table} WHERE wake_at <= %s)
    OR EXISTS (SELECT 1 FROM {Match._meta.db_table} WHERE resumes_at <= %s)
"""
_NEXT: Final = f"""
SELECT CAST(MIN(wake_at) AS VARCHAR(40)) FROM {Match._meta.db_table} WHERE wake_at > %s AND wake_at < %s
"""
_THOUGHTS: Final = f"""
SELECT EXISTS (SELECT 1 FROM {Match._meta.db_table} WHERE wake_at > %s AND wake_at <= %s AND opponents = %s)
    OR EXISTS (SELECT 1 FROM {Hint._meta.db_table} WHERE found = '')
    OR EXISTS (SELECT 1 FROM {Hint._meta.db_table} WHERE rough)
    OR EXISTS (SELECT 1 FROM {Analysis._meta.db_table} WHERE NOT over)
"""


def due(*, now: datetime) -> bool:
    """Whether a match is to be settled, or its pause is over."""
    return bool(fetch(_DUE, [_at(now)] * 2)[0][0])


def next_lapse(*, after: datetime, before: datetime) -> datetime | None:
    """The first instant between these at which a match is to be settled, if there is one: for the clock alone, as it
    knows of sealed answers.
    """
    found = fetch(_NEXT, [_at(after), _at(before)])[0][0]
    return None if found is None else instant(found)


def thoughts(*, now: datetime) -> bool:
    """Whether there may be something to think about: a match in which Flint plays wakes soon, somebody asked for a
    hint, or a match is to be looked into.
    """
    return bool(fetch(_THOUGHTS, [_at(now), _at(now + THINKING_TIME), Match.Opponents.FLINT])[0][0])


def _at(instant: datetime) -> Any:
    """As this database keeps it."""
    return connection.ops.adapt_datetimefield_value(instant)
