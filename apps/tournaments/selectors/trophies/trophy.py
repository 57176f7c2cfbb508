"""A player's place in an event that is over, as their profile shows it, and the conditions for a trophy."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from django.core.cache import caches

LAST_TROPHY_PLACE: Final = 3
MIN_PLAYERS: Final = 6
"""The minimum number of players for a trophy."""
MAX_EVENTS: Final = 200
"""The maximum number of a player's latest events that are considered."""
SECONDS_PER_DAY: Final = 24 * 3600
TROPHY_CACHE_SECONDS: Final = 90 * SECONDS_PER_DAY
_ERA_KEY: Final = "trophies-era"

Kind: TypeAlias = Literal["tournament", "season", "league", "arena"]


@dataclass(frozen=True)
class Trophy:
    """A player's place in an event that is over, which isn't always worth a cup."""

    place: int
    count: int
    """The number of players or teams."""
    name: str
    path: str
    at: datetime | None
    kind: Kind
    season: int | None
    """The year of a series, or the number of a league's season."""

    @property
    def cup(self) -> bool:
        """Check whether it's worth a cup."""
        return is_cup(self.place, self.count)


class Best(NamedTuple):
    """The number of entrants of a finished event, and their places."""

    people: int
    places: dict[int, int]
    """Places by entrant, or by player."""

    @property
    def winners(self) -> set[int]:
        """Return those who came first, of enough entrants."""
        return {number for number, place in self.places.items() if place == 1 and is_cup(place, self.people)}


class Won(NamedTuple):
    """The known trophies of a player of one kind."""

    trophies: tuple[Trophy, ...]
    read: bool = False
    """Whether an event was read for it. If so, no other is read for this page."""
    whole: bool = True


def is_cup(place: int, count: int) -> bool:
    """Check whether this place among `count` entrants is worth a cup."""
    return place <= LAST_TROPHY_PLACE and count >= MIN_PLAYERS


def get_current_era() -> str:
    """Return the current era, which is part of the keys of all cached profiles. A correction starts another."""
    return str(caches["shared"].get(_ERA_KEY, ""))


def begin_era() -> None:
    """Start a new era, so that all cached profiles are forgotten."""
    caches["shared"].set(_ERA_KEY, secrets.token_hex(4), None)
