"""The tables of a league's divisions, cached between pages, with promotion and relegation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from django.core.cache import caches

from apps.common.sql import Row
from apps.tournaments.models import League, LeagueMember
from apps.tournaments.selectors import cache, leagues
from apps.tournaments.selectors.leagues import DivisionLine, Season
from apps.tournaments.selectors.snapshot import load_snapshot

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

MAX_DIVISIONS_READ: Final = 5
"""The number of divisions that one page reads. The next page finds the others."""
DIVISION_CACHE_SECONDS: Final = 7 * 24 * 3600

Table: TypeAlias = Sequence[DivisionLine]


class Fate(Enum):
    """A player's fate in the next season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"
    OUT = "out"


def load_division_tables(tournaments: Sequence[Marked], *, at_once: int | None = None) -> list[Table | None]:
    """Return each division's table, best first, or None if it hasn't been read yet.

    A few unread ones, or up to `at_once`, are read now, and cached until something happens in them.
    """
    keys = [f"division:{each.code}:{cache.compute_change_mark(each)}" for each in tournaments]
    kept: dict[str, list[Row]] = caches["shared"].get_many(keys)
    unread = [(key, each) for key, each in zip(keys, tournaments, strict=True) if key not in kept]
    for key, each in unread[: MAX_DIVISIONS_READ if at_once is None else at_once]:
        kept[key] = [tuple(line) for line in leagues.build_division_lines(load_snapshot(each))]
        caches["shared"].set(key, kept[key], DIVISION_CACHE_SECONDS)
    return [[DivisionLine(*line) for line in kept[key]] if key in kept else None for key in keys]


def compute_expected_fates(
    league: League, season: Season, tables: Sequence[Table], members: Collection[LeagueMember]
) -> dict[int, Fate]:
    """Return everyone's fate if the season ended now, by the rule that will apply then.

    It is empty until someone has points, because until then everyone is where the draw put them.
    """
    if not any(line.points not in ("", "0") for table in tables for line in table):
        return {}
    coming = leagues.assign_next_season(league, season, tables, members, strengths={})
    after = {player: number for number, each in enumerate(coming.divisions, start=1) for player in each}
    return compute_actual_fates(tables, after)


def compute_actual_fates(tables: Iterable[Table | None], after: Mapping[int, int]) -> dict[int, Fate]:
    """Return everyone's actual fate. `after` is each player's division in the next season.

    Bots, and players who joined a division after its start, have none.
    """
    return {
        line.player: _compute_fate(number, after.get(line.player))
        for number, table in enumerate(tables, start=1)
        for line in table or ()
        if line.player is not None and not line.late
    }


def _compute_fate(before: int, after: int | None) -> Fate:
    if after is None:
        return Fate.OUT
    return Fate.UP if after < before else Fate.DOWN if after > before else Fate.STAYS
