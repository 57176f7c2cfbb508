"""The number people see. Pure.

A rating is a belief: a mean `mu` and how unsure it is, `sigma`. Everybody begins at mu 25, sigma 25/3, which is shown
as 1500 ± 500. Between two players whom the house knows well, 200 points are about three wins in four, as in chess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MEAN: Final = 25.0
DOUBT: Final = 25.0 / 3
MIDDLE: Final = 1500
POINTS: Final = 30
"""Shown for one of mu."""
WIDTH: Final = 2
"""Sigmas on either side: in 19 of 20 cases the strength lies within."""
SETTLED: Final = 10
"""Rated matches after which a rating is no longer provisional."""


@dataclass(frozen=True)
class Points:
    """A rating as it is shown."""

    points: int
    margin: int
    """More or less."""

    @property
    def least(self) -> int:
        return self.points - self.margin

    @property
    def most(self) -> int:
        return self.points + self.margin


def shown(mu: float, sigma: float) -> Points:
    return Points(round(MIDDLE + POINTS * (mu - MEAN)), round(POINTS * WIDTH * sigma))


def least(mu: float, sigma: float) -> float:
    """What a player is worth at least, in units of mu: leaderboards are ordered by it, so that luck does not lead."""
    return mu - WIDTH * sigma


def provisional(matches: int) -> bool:
    return matches < SETTLED
