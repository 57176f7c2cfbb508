"""The yearly table of a series, computed from its tournaments and cached, and whether it is final."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from django.core.cache import caches

from apps.accounts import time_zones
from apps.tournaments.models import Series, Tournament
from apps.tournaments.scoring.season import Placing, SeasonLine, compute_season_lines
from apps.tournaments.selectors import cache
from apps.tournaments.selectors.snapshot import load_snapshot
from apps.tournaments.selectors.trophies.tournaments import cache_best_places

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

MAX_TOURNAMENTS_PER_YEAR: Final = 60
"""The maximum number of tournaments in a year, enough for more than one a week."""
SEASON_CACHE_SECONDS: Final = 90 * 24 * 3600
"""Seconds for which a tournament's points are cached. A profile with few readers reads one at a time."""
Status = Tournament.Status
UNFINISHED_STATUSES: Final = (Status.ANNOUNCED, Status.OPEN, Status.CLOSED, Status.RUNNING, Status.PAUSED)


class Lines(NamedTuple):
    """Everyone with an account, best first."""

    lines: tuple[SeasonLine, ...]
    whole: bool
    """Whether all tournaments have been read. If there are many, the first readers read a few at a time."""


def load_season_table(tournaments: Sequence[Marked], *, best: int, at_once: int) -> Lines:
    """Return the table of these tournaments, of which `best` count, reading up to `at_once` that aren't cached."""
    placings = _load_season_placings(tournaments, at_once)
    came = [Placing(number, *each) for number, known in enumerate(placings) for each in known or ()]
    return Lines(compute_season_lines(came, best=best), None not in placings)


def get_season_year(series: Series, tournament: Tournament) -> int:
    """Return the year that a tournament counts for: that of its start, in the time zone of its series."""
    return tournament.begins_at.astimezone(time_zones.get_zone(series.time_zone)).year


def is_season_final(series: Series, of: int, unfinished: Collection[Tournament], *, now: datetime) -> bool:
    """Check whether the table of that year is final: no tournament is in play, and the year or series is over.

    `unfinished` are all announced tournaments of the series that aren't over.
    """
    if any(each.live and get_season_year(series, each) == of for each in unfinished):
        return False
    return of < now.astimezone(time_zones.get_zone(series.time_zone)).year or (not series.active and not unfinished)


def _load_season_placings(tournaments: Sequence[Marked], at_once: int) -> list[list[tuple[int, int]] | None]:
    """Return the players with an account in each tournament, with the number who finished lower.

    Tournaments that haven't been read yet give None, except for a few, which are read now and cached.
    """
    keys = [f"season:{each.code}:{cache.compute_change_mark(each)}" for each in tournaments]
    kept: dict[str, list[tuple[int, int]]] = caches["shared"].get_many(keys)
    unread = [(key, each) for key, each in zip(keys, tournaments, strict=True) if key not in kept]
    for key, each in unread[:at_once]:
        kept[key] = _load_tournament_placings(each)
        caches["shared"].set(key, kept[key], SEASON_CACHE_SECONDS)
    return [kept.get(key) for key in keys]


def _load_tournament_placings(tournament: Marked) -> list[tuple[int, int]]:
    snapshot = load_snapshot(tournament)
    cache_best_places(snapshot)
    places = [line.place for line in snapshot.ranking]
    return [
        (player, sum(other > line.place for other in places))
        for line in snapshot.ranking
        for player in snapshot.people(line.entrant)
    ]
