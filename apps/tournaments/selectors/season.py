"""The table of a series over a year: who came in where in which of its tournaments, and what that adds up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.core.cache import caches
from django.db.models.functions import ExtractYear

from apps.accounts import time_zones
from apps.accounts.models import Player
from apps.common import faces
from apps.tournaments.models import Series, Tournament
from apps.tournaments.scoring.season import Placing, SeasonLine, season
from apps.tournaments.selectors import cache

if TYPE_CHECKING:
    from apps.tournaments.selectors.cache import Marked

MOST: Final = 60
"""Tournaments of a year: more than one a week has."""
A_WEEK: Final = 7 * 24 * 3600
AHEAD: Final = (Tournament.Status.ANNOUNCED, Tournament.Status.OPEN)


@dataclass(frozen=True)
class SeasonCell:
    """What a tournament brought somebody."""

    points: int
    counted: bool


@dataclass(frozen=True)
class SeasonRow:
    """Somebody."""

    place: int
    name: str
    face: str
    """What it is drawn from."""
    points: int
    cells: tuple[SeasonCell | None, ...]
    """By tournament; None where they did not take part."""
    me: bool


@dataclass(frozen=True)
class SeasonTable:
    """A year of a series."""

    series: Series
    year: int | None
    """None before the first tournament is over."""
    years: tuple[int, ...]
    """The latest first."""
    tournaments: tuple[Tournament, ...]
    rows: tuple[SeasonRow, ...]
    coming: Tournament | None
    """The next one that is open or announced."""


def table(series: Series, *, year: int | None, reader: int | None) -> SeasonTable:
    """Of that year, or of the latest; public tournaments that are over, and people who still have an account."""
    zone = time_zones.zone(series.time_zone)
    listed = series.tournaments.filter(listed=True)
    over = listed.filter(status=Tournament.Status.OVER)
    dated = over.annotate(year=ExtractYear("starts_at", tzinfo=zone))
    years = tuple(dated.order_by("-year").values_list("year", flat=True).distinct())
    shown = year if year in years else next(iter(years), 0)
    of_year = dated.filter(year=shown) if shown else dated.none()
    tournaments = cache.marked(of_year).select_related("luck").order_by("starts_at")[:MOST]
    lines = season(
        (placing for number, each in enumerate(tournaments) for placing in _placings(number, each)), best=series.best
    )
    return SeasonTable(
        series=series,
        year=shown or None,
        years=years,
        tournaments=tuple(tournaments),
        rows=_rows(lines, len(tournaments), reader),
        coming=listed.filter(status__in=AHEAD).order_by("starts_at").first(),
    )


def _placings(number: int, tournament: Marked) -> list[Placing]:
    """Of everybody with an account; kept, as what is over is read for nothing else."""
    key = f"season:{tournament.code}:{cache.mark(tournament)}"
    kept: list[tuple[int, int, int]] | None = caches["shared"].get(key)
    if kept is None:
        snapshot = cache.read(tournament)
        count = len(snapshot.ranking)
        kept = [
            (player, line.place, count)
            for line in snapshot.ranking
            if (player := snapshot.entries[line.entrant].player_id) is not None
        ]
        caches["shared"].set(key, kept, A_WEEK)
    return [Placing(number, player, place, count) for player, place, count in kept]


def _rows(lines: Sequence[SeasonLine], count: int, reader: int | None) -> tuple[SeasonRow, ...]:
    people: dict[int, Any] = Player.objects.in_bulk([line.player for line in lines])
    return tuple(
        SeasonRow(
            place=line.place,
            name=people[line.player].username,
            face=faces.shown(people[line.player].username, people[line.player].face, bot=False),
            points=line.points,
            cells=tuple(
                SeasonCell(line.brought[number], number in line.counted) if number in line.brought else None
                for number in range(count)
            ),
            me=line.player == reader,
        )
        for line in lines
        if line.player in people
    )
