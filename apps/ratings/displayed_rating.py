"""The rating as players see it. Pure.

A rating is a belief, with a mean `mu` and an uncertainty `sigma`. Everyone starts at mu 25, sigma 25/3, which is shown
as 1500 ± 500. Between two players with settled ratings, 200 points mean about three wins in four, as in chess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

INITIAL_MU: Final = 25.0
INITIAL_SIGMA: Final = 25.0 / 3
INITIAL_POINTS: Final = 1500
POINTS_PER_MU: Final = 30
"""Points shown for each unit of mu."""
MARGIN_SIGMAS: Final = 2
"""Sigmas of the margin on either side, which contains the strength in 19 of 20 cases."""
MIN_SETTLED_MATCHES: Final = 10
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


def build_displayed_rating(mu: float, sigma: float) -> Points:
    return Points(
        round(INITIAL_POINTS + POINTS_PER_MU * (mu - INITIAL_MU)), round(POINTS_PER_MU * MARGIN_SIGMAS * sigma)
    )


def compute_lower_bound(mu: float, sigma: float) -> float:
    """Return the lower bound of a rating in units of mu. Leaderboards are ordered by it, so that luck doesn't lead."""
    return mu - MARGIN_SIGMAS * sigma


def is_provisional(matches: int) -> bool:
    return matches < MIN_SETTLED_MATCHES
