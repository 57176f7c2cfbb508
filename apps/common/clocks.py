"""The present, by the clock that all processes share: the database's.

A deadline is written by one process and judged by another, perhaps of another machine, whose own clock may be minutes
off: what one closes would still be open to the next. Whoever serves pages or works for beat looks at the database's
clock every few seconds (`look`), and goes by the difference.
"""

# Only here may the process's own clock be asked.
# ruff: noqa: TID251

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import connection
from django.utils import timezone

logger = logging.getLogger(__name__)

SLACK: Final = timedelta(seconds=2)
"""By how much two clocks may differ without anybody having to mind."""
_off: Final = [timedelta()]
"""What is to be added to the clock of this process; nothing while that is as good as right."""


def now() -> datetime:
    """The present."""
    return timezone.now() + _off[0]


def asked() -> datetime:
    """The present, just after a look at the database's clock: for whoever comes by only now and then."""
    look()
    return now()


class Difference(NamedTuple):
    """What is missing from the clock of this process."""

    missing: timedelta
    give_or_take: timedelta
    """Nobody knows when, while the question was under way, the database looked at its clock."""

    @property
    def seconds(self) -> float:
        """By how much it is off at least, in either direction."""
        return max(0.0, (abs(self.missing) - self.give_or_take).total_seconds())


def look() -> timedelta:
    """Compare this process's clock with the database's; by how much that moves the present: mostly not at all."""
    (found, unsure), before = difference(), _off[0]
    if abs(found - before) <= SLACK + unsure:
        return timedelta()
    if abs(found) > SLACK:
        logger.warning(
            "Clock of this process is %.1f s off the database clock, which is used instead", -found.total_seconds()
        )
    else:
        logger.warning("Clock of this process agrees with the database clock again")
        found = timedelta()
    _off[0] = found
    return found - before


def difference() -> Difference:
    """Asked now."""
    if connection.vendor != "postgresql":
        return Difference(timedelta(), timedelta())  # SQLite has no clock but the process's own.
    with connection.cursor() as cursor:  # To connect takes its time.
        before = timezone.now()
        cursor.execute("SELECT clock_timestamp()")
        [theirs] = cursor.fetchone()
    half = (timezone.now() - before) / 2
    return Difference(theirs - (before + half), abs(half))


def forget() -> None:
    """Trust the clock of this process, as one does that has just started."""
    _off[0] = timedelta()
