"""A solver's streak of days, and a calendar of the last weeks. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final, Literal, NamedTuple

_ONE_DAY = timedelta(days=1)
CALENDAR_WEEKS: Final = 5
"""Number of weeks in a calendar, including the current one."""


class Came(NamedTuple):
    """The number of puzzles solved and missed, by first answers."""

    solved: int = 0
    missed: int = 0


class Day(NamedTuple):
    """A day of the calendar."""

    day: date
    came: Came
    today: bool

    @property
    def result(self) -> Literal["solved", "missed", "unplayed"]:
        """Return the day's result, which is solved if any puzzle was."""
        return "solved" if self.came.solved else "missed" if self.came.missed else "unplayed"


class Calendar(NamedTuple):
    """The last weeks, from a Monday up to today."""

    days: tuple[Day, ...]

    @property
    def solved(self) -> int:
        """Return how many puzzles were solved."""
        return sum(day.came.solved for day in self.days)

    @property
    def missed(self) -> int:
        """Return how many puzzles were missed."""
        return sum(day.came.missed for day in self.days)


def count_streak(days: Mapping[date, Came], today: date) -> int:
    """Return the days in a row with a solved puzzle, up to today or, while today isn't over, yesterday."""
    right = {day for day, came in days.items() if came.solved}
    day = today if today in right else today - _ONE_DAY
    count = 0
    while day in right:
        count, day = count + 1, day - _ONE_DAY
    return count


def build_calendar(days: Mapping[date, Came], today: date) -> Calendar:
    """Return the calendar of a solver's last weeks, from what came of each day's puzzles."""
    first = today - _ONE_DAY * (today.weekday() + 7 * (CALENDAR_WEEKS - 1))
    shown = [first + _ONE_DAY * number for number in range((today - first).days + 1)]
    return Calendar(tuple(Day(day, days.get(day, Came()), day == today) for day in shown))
