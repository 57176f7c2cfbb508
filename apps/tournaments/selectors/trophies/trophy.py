"""A trophy: a player's achievement as their profile shows it, and the conditions for one."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from django.core.cache import caches

PLACES: Final = 3
LEAST: Final = 6
"""The minimum number of players for a trophy."""
MOST: Final = 200
"""The maximum number of a player's latest events that are considered."""
A_DAY: Final = 24 * 3600
KEPT: Final = 90 * A_DAY
_ERA: Final = "trophies-era"

Kind: TypeAlias = Literal["tournament", "season", "league", "arena"]


@dataclass(frozen=True)
class Trophy:
    """A player's achievement."""

    place: int
    count: int
    """The number of players or teams."""
    name: str
    path: str
    at: datetime | None
    kind: Kind
    season: int | None
    """The year of a series, or the number of a league's season."""


class Best(NamedTuple):
    """The number of entrants of a finished event, and the first three places."""

    people: int
    places: dict[int, int]
    """Places by entrant, or by player."""


class Won(NamedTuple):
    """The known trophies of a player of one kind."""

    trophies: tuple[Trophy, ...]
    read: bool = False
    """Whether an event was read for it. If so, no other is read for this page."""
    whole: bool = True


def era() -> str:
    """Return the current era, which is part of the keys of all cached profiles. A correction starts another."""
    return str(caches["shared"].get(_ERA, ""))


def begin_era() -> None:
    """Start a new era, so that all cached profiles are forgotten."""
    caches["shared"].set(_ERA, secrets.token_hex(4), None)
