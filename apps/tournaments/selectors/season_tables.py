"""The table of a year of a series, as its tournaments add up to it, kept between pages; and whether it is final."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from django.core.cache import caches

from apps.accounts import time_zones
from apps.tournaments.models import Series, Tournament
from apps.tournaments.scoring.season import Placing, SeasonLine, season
from apps.tournaments.selectors import cache
from apps.tournaments.selectors import snapshot as snapshots
from apps.tournaments.selectors.trophies import tournaments as trophies

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

MOST: Final = 60
"""Tournaments of a year: more than one a week has."""
KEPT: Final = 90 * 24 * 3600
"""Seconds for which what a tournament brought is kept: a profile that few look at reads one at a time."""
Status = Tournament.Status
UNFINISHED: Final = (Status.ANNOUNCED, Status.OPEN, Status.CLOSED, Status.RUNNING, Status.PAUSED)


class Lines(NamedTuple):
    """Everybody with an account, the best first."""

    lines: tuple[SeasonLine, ...]
    whole: bool
    """Whether all tournaments have been read: of many, whoever looks first reads a few at a time."""


def read(tournaments: Sequence[Marked], *, best: int, at_once: int) -> Lines:
    """The table of these, of which `best` count, and of which so many are read now that nobody has read yet."""
    placings = _placings(tournaments, at_once)
    came = [Placing(number, *each) for number, known in enumerate(placings) for each in known or ()]
    return Lines(season(came, best=best), None not in placings)


def year(series: Series, tournament: Tournament) -> int:
    """The year a tournament counts for: that in which it begins, by the clock of its series."""
    return tournament.begins_at.astimezone(time_zones.zone(series.time_zone)).year


def over(series: Series, of: int, unfinished: Collection[Tournament], *, now: datetime) -> bool:
    """Whether nothing more comes to that year: it is over, or the series, and none of its tournaments is being played.
    `unfinished` are all that the series has announced and that are not over."""
    if any(each.live and year(series, each) == of for each in unfinished):
        return False
    return of < now.astimezone(time_zones.zone(series.time_zone)).year or (not series.active and not unfinished)


def _placings(tournaments: Sequence[Marked], at_once: int) -> list[list[tuple[int, int]] | None]:
    """Of each of them everybody with an account, and how many stood lower; None for those that nobody has read yet, but
    for a few, which are read now and kept.
    """
    keys = [f"season:{each.code}:{cache.mark(each)}" for each in tournaments]
    kept: dict[str, list[tuple[int, int]]] = caches["shared"].get_many(keys)
    unread = [(key, each) for key, each in zip(keys, tournaments, strict=True) if key not in kept]
    for key, each in unread[:at_once]:
        kept[key] = _read(each)
        caches["shared"].set(key, kept[key], KEPT)
    return [kept.get(key) for key in keys]


def _read(tournament: Marked) -> list[tuple[int, int]]:
    snapshot = snapshots.read(tournament)
    trophies.remember(snapshot)
    places = [line.place for line in snapshot.ranking]
    return [
        (player, sum(other > line.place for other in places))
        for line in snapshot.ranking
        for player in snapshot.people(line.entrant)
    ]
