"""A solver's streak of days, and a calendar of the last weeks. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Final, Literal, NamedTuple

_ONE_DAY = timedelta(days=1)
CALENDAR_WEEKS: Final = 5
"""Number of weeks in a calendar, including the current one."""


class Day(NamedTuple):
    """A day of the calendar."""

    day: date
    came: Literal["solved", "missed", "unplayed"]
    """The result of the day's answers, solved if one of them was right."""
    today: bool


class Calendar(NamedTuple):
    """The last weeks, from a Monday up to today."""

    days: tuple[Day, ...]

    @property
    def solved(self) -> int:
        """Return how many days have a right answer."""
        return sum(day.came == "solved" for day in self.days)

    @property
    def missed(self) -> int:
        """Return how many days have answers, but no right one."""
        return sum(day.came == "missed" for day in self.days)


def count_streak(days: Iterable[date], today: date) -> int:
    """Return the days in a row with a right answer, up to today or, while today isn't over, yesterday."""
    right = set(days)
    day = today if today in right else today - _ONE_DAY
    count = 0
    while day in right:
        count, day = count + 1, day - _ONE_DAY
    return count


def build_calendar(played: Mapping[date, bool], today: date) -> Calendar:
    """Return the calendar of a solver's last weeks.

    :param played: the days with an answer, and whether one of its answers was right
    """
    first = today - _ONE_DAY * (today.weekday() + 7 * (CALENDAR_WEEKS - 1))
    days = [first + _ONE_DAY * number for number in range((today - first).days + 1)]
    return Calendar(tuple(Day(day, _name_result(played.get(day)), day == today) for day in days))


def _name_result(right: bool | None) -> Literal["solved", "missed", "unplayed"]:
    return "unplayed" if right is None else "solved" if right else "missed"
