"""Comparison of policies: each plays alone against every other, from every seat in turn, and all get one scale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log10, sqrt
from statistics import mean
from typing import Final

from apps.kernel.game import AnyGame, Outcome
from apps.kernel.playout import play_out_match
from apps.kernel.policies import Policy, by_seat
from apps.kernel.table import AnySetup

_STANDARD_ERRORS_95: Final = 1.96
"""Number of standard errors within which the true value lies 95% of the time."""
_ELO_POINTS_PER_TENFOLD: Final = 400
"""Difference in rating at which one player wins ten times as often as the other."""


@dataclass(frozen=True)
class Share:
    """A share of all first places. A shared first place counts as a fraction."""

    won: float
    low: float
    """The lower end of its 95% interval (Wilson 1927)."""
    high: float
    """The upper end of that interval."""
    matches: int
    fair: float
    """The share if all policies were equally strong."""

    @property
    def ratio(self) -> float:
        """Return the ratio to the fair share."""
        return self.won / self.fair


def compute_share(wins: Sequence[float], seats: int) -> Share:
    """Compute the share of first places with its interval.

    :raises ValueError: if there are no matches
    """
    if not wins:
        raise ValueError("no matches to count")
    count, won = len(wins), mean(wins)
    middle = (won + _STANDARD_ERRORS_95**2 / (2 * count)) / (1 + _STANDARD_ERRORS_95**2 / count)
    reach = (
        _STANDARD_ERRORS_95
        / (1 + _STANDARD_ERRORS_95**2 / count)
        * sqrt(won * (1 - won) / count + _STANDARD_ERRORS_95**2 / (4 * count**2))
    )
    return Share(won, max(0.0, middle - reach), min(1.0, middle + reach), count, 1 / seats)


def play_against_others(
    game: AnyGame, setup: AnySetup, one: Policy, others: Policy, seeds: Iterable[bytes]
) -> list[float]:
    """Return what `one` won against `others` in each match (1, 0 or a fraction), moving to the next seat each time."""
    me, them, won = one(game), others(game), []
    for number, seed in enumerate(seeds):
        mine = number % setup.seats
        choosing = [me if seat == mine else them for seat in setup.everyone()]
        won.append(compute_first_place_share(play_out_match(game, setup, seed, by_seat(choosing)).outcome, mine))
    return won


def compute_first_place_share(outcome: Outcome, seat: int) -> float:
    """Return the seat's share of first place."""
    return (outcome.places[seat] == 1) / outcome.places.count(1)


def compute_ladder_ratings(shares: Mapping[tuple[str, str], Share], names: Sequence[str]) -> dict[str, int]:
    """Return ratings like Elo, 0 on average, for policies that each played alone against every other.

    For a share w of the matches won at n seats, the odds are s = w (n - 1) / (1 - w), as in Bradley and Terry (1952).
    In a full round robin, the least-squares ratings are the averages.
    """
    ahead = {pair: _ELO_POINTS_PER_TENFOLD * log10(_compute_odds(found)) for pair, found in shares.items()}
    return {
        name: round(mean([(ahead[name, other] - ahead[other, name]) / 2 for other in names if other != name] + [0.0]))
        for name in names
    }


def _compute_odds(found: Share) -> float:
    half = 1 / (2 * found.matches)  # Winning all or none doesn't mean infinitely strong or weak.
    won = min(1 - half, max(half, found.won))
    return won * (1 / found.fair - 1) / (1 - won)
