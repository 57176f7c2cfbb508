"""The rating as players see it. Pure.

A rating is a belief, with a mean `mu` and an uncertainty `sigma`. Everyone starts at mu 25, sigma 25/3, which is shown
as 1500 ± 500. Between two players with settled ratings, 200 points mean about three wins in four, as in chess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MEAN: Final = 25.0
DOUBT: Final = 25.0 / 3
MIDDLE: Final = 1500
POINTS: Final = 30
"""Points shown for each unit of mu."""
WIDTH: Final = 2
"""Sigmas of the margin on either side, which contains the strength in 19 of 20 cases."""
SETTLED: Final = 10
"""Number of rated matches after which a rating is no longer provisional."""


@dataclass(frozen=True)
class Points:
    """A rating as it's shown."""

    points: int
    margin: int
    """The uncertainty, in points on either side."""

    @property
    def least(self) -> int:
        return self.points - self.margin

    @property
    def most(self) -> int:
        return self.points + self.margin


def shown(mu: float, sigma: float) -> Points:
    return Points(round(MIDDLE + POINTS * (mu - MEAN)), round(POINTS * WIDTH * sigma))


def least(mu: float, sigma: float) -> float:
    """Return the lower bound of a rating in units of mu. Leaderboards are ordered by it, so that luck doesn't lead."""
    return mu - WIDTH * sigma


def provisional(matches: int) -> bool:
    return matches < SETTLED
