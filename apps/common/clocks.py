"""The current time, by the clock all processes share, the database's.

One process writes a deadline and another judges it, perhaps on a machine whose clock is minutes off. What one closes
would still be open to the next. Processes that serve pages or work for beat check the database's clock every few
seconds (`adjust_clock`) and adjust for the difference.
"""

# The only place where the process's own clock can be used.
# ruff: noqa: TID251

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import connection
from django.utils import timezone

logger = logging.getLogger(__name__)

TOLERATED_DIFFERENCE: Final = timedelta(seconds=2)
"""The difference between two clocks that is tolerated."""
_off: Final = [timedelta()]
"""The correction added to this process's clock, zero while that is close enough."""


def now() -> datetime:
    """Return the current time."""
    return timezone.now() + _off[0]


def get_checked_now() -> datetime:
    """Return the current time after checking the database's clock, for processes that need it only rarely."""
    adjust_clock()
    return now()


class Difference(NamedTuple):
    """The difference between this process's clock and the database's."""

    missing: timedelta
    give_or_take: timedelta
    """The uncertainty, because the database read its clock at an unknown moment during the query."""

    @property
    def seconds(self) -> float:
        """Return the minimum by which it is off, in either direction."""
        return max(0.0, (abs(self.missing) - self.give_or_take).total_seconds())


def adjust_clock() -> timedelta:
    """Compare this process's clock with the database's, and return by how much that moves the current time.

    It's usually zero.
    """
    (found, unsure), before = measure_clock_difference(), _off[0]
    if abs(found - before) <= TOLERATED_DIFFERENCE + unsure:
        return timedelta()
    if abs(found) > TOLERATED_DIFFERENCE:
        logger.warning(
            "Clock of this process is %.1f s off the database clock, which is used instead", -found.total_seconds()
        )
    else:
        logger.warning("Clock of this process agrees with the database clock again")
        found = timedelta()
    _off[0] = found
    return found - before


def measure_clock_difference() -> Difference:
    """Query the difference now."""
    if connection.vendor != "postgresql":
        return Difference(timedelta(), timedelta())  # SQLite has no clock but the process's own.
    with connection.cursor() as cursor:  # Connecting takes time.
        before = timezone.now()
        cursor.execute("SELECT clock_timestamp()")
        [theirs] = cursor.fetchone()
    half = (timezone.now() - before) / 2
    return Difference(theirs - (before + half), abs(half))


def forget_checks() -> None:
    """Trust the clock of this process again, as a new process does."""
    _off[0] = timedelta()
