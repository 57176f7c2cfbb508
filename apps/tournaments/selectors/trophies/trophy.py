"""A trophy: what somebody won, as their profile names it, and what gives one."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from django.core.cache import caches

PLACES: Final = 3
LEAST: Final = 6
"""People below which nothing gives one."""
MOST: Final = 200
"""Of what somebody took part in that is looked at, the latest."""
A_DAY: Final = 24 * 3600
KEPT: Final = 90 * A_DAY
_ERA: Final = "trophies-era"

Kind: TypeAlias = Literal["tournament", "season", "league", "arena"]


@dataclass(frozen=True)
class Trophy:
    """What somebody won."""

    place: int
    count: int
    """Of those who took part."""
    name: str
    path: str
    at: datetime | None
    kind: Kind
    season: int | None
    """Of a series, its year; of a league, its number."""


class Best(NamedTuple):
    """How many took part in something that is over, and who of them came in first, second and third."""

    people: int
    places: dict[int, int]
    """By entrant, or by player."""


class Won(NamedTuple):
    """What is known of somebody's trophies of one kind."""

    trophies: tuple[Trophy, ...]
    read: bool = False
    """Whether something was read anew for it: then nothing else is for this page."""
    whole: bool = True


def era() -> str:
    """Whatever is kept of people was kept in an era; a correction begins another."""
    return str(caches["shared"].get(_ERA, ""))


def begin_era() -> None:
    """All that was kept of people is forgotten."""
    caches["shared"].set(_ERA, secrets.token_hex(4), None)
