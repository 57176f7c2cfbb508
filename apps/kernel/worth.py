"""What the end of a match, or how likely each end is, is worth to each seat: from 0 to 1.

The first place is most of it, but not all: who cannot win any more still plays for the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

Worths: TypeAlias = tuple[float, ...]
"""By seat, from 0 for the last place to 1 for the first."""

_WINNING: Final = 0.7
"""What the first place counts beside being ahead of others."""


def of_places(places: Sequence[int]) -> Worths:
    """What it was worth to end so; equals share."""
    return tuple([_worth((place == 1) / places.count(1), _ahead_of(place, places)) for place in places])


def of_chances(likely: Sequence[float]) -> Worths:
    """What it is worth to come first so likely: ahead of each other seat one comes as in a draw by these odds
    (Plackett 1975).
    """
    others = len(likely) - 1
    return tuple([_worth(mine, (sum([_before(mine, each) for each in likely]) - 1 / 2) / others) for mine in likely])


def fair(seats: int) -> float:
    """What a match is worth to everybody if all are equally strong and nothing has happened."""
    return _worth(1 / seats, 1 / 2)


def _before(mine: float, theirs: float) -> float:
    return mine / (mine + theirs) if mine or theirs else 1 / 2


def _ahead_of(place: int, places: Sequence[int]) -> float:
    sharing = places.count(place) - 1
    return (len(places) - place - sharing / 2) / (len(places) - 1)


def _worth(winning: float, ahead: float) -> float:
    return _WINNING * winning + (1 - _WINNING) * ahead
