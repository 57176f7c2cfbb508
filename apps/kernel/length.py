"""How much of a match is still to come: in turns, and in time."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, floor
from typing import Final

from msgspec import Struct

PROMPTNESS: Final = 1 / 4
"""Of the time they have, people take this share on average: six hours of a day. How long is taken for exponential."""

_IN_TIME: Final = 1 - exp(-1 / PROMPTNESS)
"""The share of answers that come before the deadline, which cuts off the rest."""


class Waits(Struct, frozen=True):
    """Questions of one kind that are still to come."""

    about: str
    times: float
    """How often play waits for such a question, on average."""
    seats: float = 1
    """For how many seats at once, which answer side by side."""


class Remaining(Struct, frozen=True):
    """What is still to come, as far as everybody can tell: estimated from the open table and from simulated matches."""

    turns: int
    """In what the game itself counts: turns, lots. At least 1 while the match runs."""
    waits: tuple[Waits, ...]


def seconds(remaining: Remaining, pace: Mapping[str, int], people: float) -> float:
    """How long that takes, where `people` is the share of seats (0 to 1) whose answers somebody must think about.

    Bots answer at once. Reserves, nights and vacations are left out; so is a question that an older pace does not name.
    """
    return sum(
        each.times * pace.get(each.about, 0) * PROMPTNESS * _last_of(each.seats * people) for each in remaining.waits
    )


def _last_of(people: float) -> float:
    """When the last of so many has answered who answer side by side, in mean times of one.

    Of n exponential times that a deadline cuts off, the longest is the sum of q^j / j, where q of all are in time.
    Of fewer than one it is a question that is not always somebody's.
    """
    whole = floor(people)
    return sum(_IN_TIME**j / j for j in range(1, whole + 1)) + (people - whole) * _IN_TIME ** (whole + 1) / (whole + 1)
