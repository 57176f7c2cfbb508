"""Quick checks for work that is due: asked every second, mostly in vain, so each is one hand-written statement."""

# Model._meta is public API.
# ruff: noqa: SLF001
# SQL is built from names of tables. Values are always parameters.
# ruff: noqa: S608

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import connection

from apps.common.sql import fetch_rows, parse_instant
from apps.matches.engine.deadlines import THINKING_TIME
from apps.matches.models import Analysis, Hint, Match

_DUE_SQL: Final = f"""
SELECT EXISTS (SELECT 1 FROM {Match._meta.db_table} WHERE wake_at <= %s)
    OR EXISTS (SELECT 1 FROM {Match._meta.db_table} WHERE resumes_at <= %s)
"""
_NEXT_LAPSE_SQL: Final = f"""
SELECT CAST(MIN(wake_at) AS VARCHAR(40)) FROM {Match._meta.db_table} WHERE wake_at > %s AND wake_at < %s
"""
_THOUGHTS_SQL: Final = f"""
SELECT EXISTS (SELECT 1 FROM {Match._meta.db_table} WHERE wake_at > %s AND wake_at <= %s AND opponents = %s)
    OR EXISTS (SELECT 1 FROM {Hint._meta.db_table} WHERE found = '')
"""
_ANALYSES_SQL: Final = f"""
SELECT EXISTS (SELECT 1 FROM {Hint._meta.db_table} WHERE rough)
    OR EXISTS (SELECT 1 FROM {Analysis._meta.db_table} WHERE NOT over)
"""


def is_any_match_due(*, now: datetime) -> bool:
    """Check whether a match must be settled or a pause has ended."""
    return bool(fetch_rows(_DUE_SQL, [_adapt_instant(now)] * 2)[0][0])


def next_lapse(*, after: datetime, before: datetime) -> datetime | None:
    """Return the first instant between these at which a match must be settled, if any.

    For the clock only, because it also covers sealed answers.
    """
    found = fetch_rows(_NEXT_LAPSE_SQL, [_adapt_instant(after), _adapt_instant(before)])[0][0]
    return None if found is None else parse_instant(found)


def may_need_thinking(*, now: datetime) -> bool:
    """Check whether there could be something to think about.

    That is a match in which Flint plays and that wakes soon, or a request for a hint.
    """
    soon = _adapt_instant(now + THINKING_TIME)
    [[waiting]] = fetch_rows(_THOUGHTS_SQL, [_adapt_instant(now), soon, Match.BotStrength.FLINT])
    return bool(waiting)


def may_need_analysis() -> bool:
    """Check whether there could be a rough hint to improve, or an unfinished analysis."""
    return bool(fetch_rows(_ANALYSES_SQL, [])[0][0])


def _adapt_instant(instant: datetime) -> object:
    """Return the instant as this database stores it."""
    return connection.ops.adapt_datetimefield_value(instant)
