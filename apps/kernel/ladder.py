"""Which policy is stronger: each sits alone among every other, in every seat in turn, and is put on one scale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log10, sqrt
from statistics import mean
from typing import Any, Final

from apps.kernel.game import Game, Outcome
from apps.kernel.playout import playout
from apps.kernel.policies import Policy, by_seat
from apps.kernel.table import Setup

_Z: Final = 1.96
"""Within so many standard errors lies the truth 95 times of 100."""
_ELO: Final = 400
"""So much higher wins ten times as often as the other does."""


@dataclass(frozen=True)
class Share:
    """A part of all first places; a shared one counts in parts."""

    won: float
    low: float
    """The lower end of its 95 % interval (Wilson 1927) …"""
    high: float
    """… and the upper one."""
    matches: int
    fair: float
    """What it would be if all were equally strong."""

    @property
    def ratio(self) -> float:
        """To the fair share."""
        return self.won / self.fair


def share(wins: Sequence[float], seats: int) -> Share:
    """
    :raises ValueError: if there are no matches
    """
    if not wins:
        raise ValueError("no matches to count")
    count, won = len(wins), mean(wins)
    middle = (won + _Z**2 / (2 * count)) / (1 + _Z**2 / count)
    reach = _Z / (1 + _Z**2 / count) * sqrt(won * (1 - won) / count + _Z**2 / (4 * count**2))
    return Share(won, max(0.0, middle - reach), min(1.0, middle + reach), count, 1 / seats)


def alone(
    game: Game[Any, Any, Any], setup: Setup[Any], one: Policy, others: Policy, seeds: Iterable[bytes]
) -> list[float]:
    """What `one` won among `others` in each match, sitting in the next seat each time: 1, 0 or a part."""
    me, them, won = one(game), others(game), []
    for number, seed in enumerate(seeds):
        mine = number % setup.seats
        choosing = [me if seat == mine else them for seat in setup.everyone()]
        won.append(first(playout(game, setup, seed, by_seat(choosing)).outcome, mine))
    return won


def first(outcome: Outcome, seat: int) -> float:
    """Its part of the first place."""
    return (outcome.places[seat] == 1) / outcome.places.count(1)


def scale(shares: Mapping[tuple[str, str], Share], names: Sequence[str]) -> dict[str, int]:
    """Elo-like numbers, 0 on average, for policies each of which sat alone among each other.

    Of one that wins w of n seats' matches among equals, the odds are as in Bradley and Terry (1952):
    s = w (n - 1) / (1 - w). In a full round robin the least squares are the averages.
    """
    ahead = {pair: _ELO * log10(_odds(found)) for pair, found in shares.items()}
    return {
        name: round(mean([(ahead[name, other] - ahead[other, name]) / 2 for other in names if other != name] + [0.0]))
        for name in names
    }


def _odds(found: Share) -> float:
    half = 1 / (2 * found.matches)  # Whoever won all or none is not infinitely stronger.
    won = min(1 - half, max(half, found.won))
    return won * (1 / found.fair - 1) / (1 - won)
