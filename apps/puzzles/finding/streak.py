"""How many days in a row somebody has solved a puzzle. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

_DAY = timedelta(days=1)


def streak(days: Iterable[date], today: date) -> int:
    """Up to today, or to yesterday as long as today is not over; of the days on which somebody was right."""
    right = set(days)
    day = today if today in right else today - _DAY
    count = 0
    while day in right:
        count, day = count + 1, day - _DAY
    return count
