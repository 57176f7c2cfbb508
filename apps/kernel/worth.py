"""The worth of a result, or of the prospects, to each seat, from 0 to 1.

First place counts most, but not everything: players who can no longer win still play for second place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

Worths: TypeAlias = tuple[float, ...]
"""Worth by seat, from 0 for the last place to 1 for the first."""

_FIRST_PLACE_WEIGHT: Final = 0.7
"""The weight of first place, compared with being ahead of others."""


def compute_place_worths(places: Sequence[int]) -> Worths:
    """Return what these final places are worth. Equal places share."""
    return tuple([_weigh_worth((place == 1) / places.count(1), _ahead_of(place, places)) for place in places])


def compute_prospect_worths(likely: Sequence[float]) -> Worths:
    """Return what these prospects, each seat's chance to come first, are worth.

    The chance to finish ahead of another seat follows from the odds of the two (Plackett 1975).
    """
    others = len(likely) - 1
    return tuple(
        [
            _weigh_worth(mine, (sum([_compute_chance_ahead(mine, each) for each in likely]) - 1 / 2) / others)
            for mine in likely
        ]
    )


def compute_fair_worth(seats: int) -> float:
    """Return what a match is worth to every seat if all are equally strong and nothing has happened yet."""
    return _weigh_worth(1 / seats, 1 / 2)


def _compute_chance_ahead(mine: float, theirs: float) -> float:
    return mine / (mine + theirs) if mine or theirs else 1 / 2


def _ahead_of(place: int, places: Sequence[int]) -> float:
    sharing = places.count(place) - 1
    return (len(places) - place - sharing / 2) / (len(places) - 1)


def _weigh_worth(winning: float, ahead: float) -> float:
    return _FIRST_PLACE_WEIGHT * winning + (1 - _FIRST_PLACE_WEIGHT) * ahead
