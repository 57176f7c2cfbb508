"""Trophies of seasons: the first three of a series' table, once its year is over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from zlib import crc32

from django.core.cache import caches

from apps.tournaments.models import Entry, Series, Tournament
from apps.tournaments.selectors import cache, season_tables
from apps.tournaments.selectors.season_tables import get_season_year
from apps.tournaments.selectors.trophies.trophy import (
    LAST_TROPHY_PLACE,
    MIN_PLAYERS,
    TROPHY_CACHE_SECONDS,
    Best,
    Trophy,
    Won,
)

MAX_TOURNAMENTS_READ: Final = 1
"""The number of tournaments read for one page. A long season is complete after that many pages."""
MIN_TOURNAMENTS: Final = 2
"""The minimum number of tournaments in a season. A single one already gives its own trophy."""


class _Season(NamedTuple):
    series: Series
    of: int
    """The year."""
    tournaments: Sequence[Tournament]
    """The finished tournaments."""

    @property
    def key(self) -> str:
        terms = self.series.best, [(each.pk, each.version) for each in self.tournaments]
        return f"trophies-season:{self.series.pk}:{self.of}:{crc32(repr(terms).encode())}"


def find_season_trophies(player: int, entries: Iterable[Entry], *, now: datetime, may_read: bool) -> Won:
    """Return a player's trophies from finished tournaments and their series."""
    seasons = _find_ended_seasons([entry.tournament for entry in entries], now)
    kept = caches["shared"].get_many([each.key for each in seasons])
    known = [(each, Best(*kept[each.key])) for each in seasons if each.key in kept]
    unread = [each for each in seasons if each.key not in kept]
    if unread and may_read and (best := _load_season_best(unread[0])) is not None:
        known.append((unread[0], best))
    trophies = tuple(
        Trophy(best.places[player], best.people, series.name, f"{series.get_absolute_url()}?year={of}",
               max(each.over_at or each.begins_at for each in tournaments), "season", of)
        for (series, of, tournaments), best in known if player in best.places
    )  # fmt: skip
    return Won(trophies, read=may_read and bool(unread), whole=len(known) == len(seasons))


def _find_ended_seasons(tournaments: Iterable[Tournament], now: datetime) -> list[_Season]:
    """Return the finished seasons of the series and years of these tournaments, the latest first."""
    own = {
        (each.series, get_season_year(each.series, each))
        for each in tournaments
        if each.series is not None and each.listed
    }
    if not own:
        return []
    rows: Any = Tournament.objects.filter(
        series__in={series for series, _year in own},
        listed=True,
        status__in=(*season_tables.UNFINISHED_STATUSES, Tournament.Status.OVER),
    )
    over, unfinished = defaultdict(list), defaultdict(list)
    for each in rows.select_related("series").defer("about", "prizes", "plan").order_by("begins_at"):
        if each.ended:
            over[each.series_id, get_season_year(each.series, each)].append(each)
        else:
            unfinished[each.series_id].append(each)
    return [
        _Season(series, of, over[series.pk, of][: season_tables.MAX_TOURNAMENTS_PER_YEAR])
        for series, of in sorted(own, key=lambda season: (-season[1], season[0].pk))
        if len(over[series.pk, of]) >= MIN_TOURNAMENTS
        and season_tables.is_season_final(series, of, unfinished[series.pk], now=now)
    ]


def _load_season_best(season: _Season) -> Best | None:
    """Read the best by player; return None while some of its tournaments have yet to be read."""
    marked = cache.annotate_marks(Tournament.objects.filter(pk__in=[each.pk for each in season.tournaments]))
    table = season_tables.load_season_table(
        list(marked.select_related("luck").order_by("begins_at")), best=season.series.best, at_once=MAX_TOURNAMENTS_READ
    )
    if not table.whole:
        return None
    best = {line.player: line.place for line in table.lines if line.place <= LAST_TROPHY_PLACE}
    found = Best(len(table.lines), best if len(table.lines) >= MIN_PLAYERS else {})
    caches["shared"].set(season.key, tuple(found), TROPHY_CACHE_SECONDS)
    return found
