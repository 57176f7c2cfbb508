"""The expected rest of a match, in turns and in time."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, floor
from typing import Final

from msgspec import Struct

PROMPTNESS: Final = 1 / 4
"""The share of their time that people take on average: six hours of a day. It is assumed to be exponential."""

_IN_TIME_SHARE: Final = 1 - exp(-1 / PROMPTNESS)
"""The share of answers that come before the deadline, where the distribution is cut off."""


class Waits(Struct, frozen=True):
    """The questions of one kind that are still to come."""

    about: str
    times: float
    """Average number of times that play waits for such a question."""
    seats: float = 1
    """Number of seats that are asked at once and answer in parallel."""


class Remaining(Struct, frozen=True):
    """The rest of a match, as far as everyone can tell, estimated from public facts and simulated matches."""

    turns: int
    """Remaining turns or lots, in the game's own unit, at least 1 while the match runs."""
    waits: tuple[Waits, ...]


def compute_remaining_seconds(remaining: Remaining, pace: Mapping[str, int], people: float) -> float:
    """Return how long that takes if a share of seats (`people`, 0 to 1) has answers that someone must think about.

    Bots answer at once. Time banks, nights and vacations are left out, and so are questions that an older pace doesn't
    have.
    """
    return sum(
        each.times * pace.get(each.about, 0) * PROMPTNESS * _last_of(each.seats * people) for each in remaining.waits
    )


def _last_of(people: float) -> float:
    """Return when the last of several parallel answers comes, in mean times of a single answer.

    If a deadline cuts off n exponential times, the longest is the sum of q^j / j, where q is the share that is in time.
    Fewer than one person means a question that isn't always put to a person.
    """
    whole = floor(people)
    return sum(_IN_TIME_SHARE**j / j for j in range(1, whole + 1)) + (people - whole) * _IN_TIME_SHARE ** (
        whole + 1
    ) / (whole + 1)
