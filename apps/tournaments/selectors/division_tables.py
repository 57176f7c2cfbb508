"""The tables of a league's divisions, kept between pages, and who of them goes up and who down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django.core.cache import caches

from apps.tournaments.models import League, LeagueMember
from apps.tournaments.selectors import cache, leagues
from apps.tournaments.selectors import snapshot as snapshots
from apps.tournaments.selectors.leagues import DivisionLine, Season

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

AT_ONCE: Final = 5
"""Divisions that are read for one page; the next one finds the others."""
A_WEEK: Final = 7 * 24 * 3600

Table: TypeAlias = Sequence[DivisionLine]


class Fate(Enum):
    """What becomes of somebody in the next season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"
    OUT = "out"


def read(tournaments: Sequence[Marked]) -> list[Table | None]:
    """Everybody of each, the best first; None for those that nobody has read yet, but for a few, which are read now and
    kept until something happens in them.
    """
    keys = [f"division:{each.code}:{cache.mark(each)}" for each in tournaments]
    kept: dict[str, list[tuple[Any, ...]]] = caches["shared"].get_many(keys)
    unread = [(key, each) for key, each in zip(keys, tournaments, strict=True) if key not in kept]
    for key, each in unread[:AT_ONCE]:
        kept[key] = [tuple(line) for line in leagues.lines(snapshots.read(each))]
        caches["shared"].set(key, kept[key], A_WEEK)
    return [[DivisionLine(*line) for line in kept[key]] if key in kept else None for key in keys]


def expected(
    league: League, season: Season, tables: Sequence[Table], members: Collection[LeagueMember]
) -> dict[int, Fate]:
    """Who would go where if the season ended now, by the rule by which it will be; nobody before somebody has points:
    until then everybody stands where a lot has put them.
    """
    if not any(line.points not in ("", "0") for table in tables for line in table):
        return {}
    coming = leagues.following(league, season, tables, members, strengths={})
    after = {player: number for number, each in enumerate(coming.divisions, start=1) for player in each}
    return became(tables, after)


def became(tables: Iterable[Table | None], after: Mapping[int, int]) -> dict[int, Fate]:
    """Who has gone where, `after` being everybody's division of the next season; who was in no division when the season
    began, and bots, go nowhere.
    """
    return {
        line.player: _fate(number, after.get(line.player))
        for number, table in enumerate(tables, start=1)
        for line in table or ()
        if line.player is not None and not line.late
    }


def _fate(before: int, after: int | None) -> Fate:
    if after is None:
        return Fate.OUT
    return Fate.UP if after < before else Fate.DOWN if after > before else Fate.STAYS
