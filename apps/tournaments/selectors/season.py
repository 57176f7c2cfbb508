"""The yearly table of a series: everyone's places in its tournaments, and their sum."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models.functions import ExtractYear

from apps.accounts import time_zones
from apps.accounts.models import Player
from apps.common import faces
from apps.tournaments.models import Series, Tournament
from apps.tournaments.scoring.season import SeasonLine, compute_season_course
from apps.tournaments.selectors import cache, season_tables

MAX_TOURNAMENTS_READ: Final = 5
"""The number of tournaments that one page reads. The next page finds the others."""
MAX_LEADING_COURSES: Final = 5
"""The number of leading players whose course is drawn."""
COURSE_WIDTH: Final = 600
COURSE_HEIGHT: Final = 160
UPCOMING_STATUSES: Final = (Tournament.Status.ANNOUNCED, Tournament.Status.OPEN)


@dataclass(frozen=True)
class SeasonCell:
    """A player's points from a tournament."""

    points: int
    counted: bool


@dataclass(frozen=True)
class SeasonRow:
    """A player's row."""

    place: int
    name: str
    face: str
    """The value that the face is drawn from."""
    points: int
    cells: tuple[SeasonCell | None, ...]
    """Points by tournament; None for those they did not enter."""
    profile: bool
    """Whether the name links to a profile; not for players kept apart from the reader."""
    me: bool
    program: bool
    """Whether it's a bot with an account."""


@dataclass(frozen=True)
class SeasonCourse:
    """The course of a player's points."""

    name: str
    line: str
    """Points of a polyline in a box of `COURSE_WIDTH` by `COURSE_HEIGHT`, with the highest total at its top."""
    me: bool


@dataclass(frozen=True)
class SeasonTable:
    """A year of a series."""

    series: Series
    year: int | None
    """The year; None before the first tournament is over."""
    years: tuple[int, ...]
    """All years, the latest first."""
    tournaments: tuple[Tournament, ...]
    rows: tuple[SeasonRow, ...]
    podium: tuple[SeasonRow, ...]
    """The first three, once the year or the series is over."""
    courses: tuple[SeasonCourse, ...]
    """Courses of the leading players and the reader, once there are two tournaments."""
    coming: Tournament | None
    """The next tournament that is open or announced."""
    whole: bool
    """Whether all its tournaments have been read. If there are many, the first readers read a few at a time."""


def build_season_table(
    series: Series, *, year: int | None, reader: int | None, apart: Collection[int], now: datetime
) -> SeasonTable:
    """Return the table of this year or the latest, from finished public tournaments and existing accounts."""
    zone = time_zones.get_zone(series.time_zone)
    listed = series.tournaments.filter(listed=True)
    unfinished = list(listed.filter(status__in=season_tables.UNFINISHED_STATUSES).order_by("begins_at"))
    over = listed.filter(status=Tournament.Status.OVER)
    dated = over.annotate(year=ExtractYear("begins_at", tzinfo=zone))
    years = tuple(dated.order_by("-year").values_list("year", flat=True).distinct())
    shown = year if year in years else next(iter(years), 0)
    of_year = dated.filter(year=shown) if shown else dated.none()
    tournaments = list(
        cache.annotate_marks(of_year)
        .select_related("luck")
        .order_by("begins_at")[: season_tables.MAX_TOURNAMENTS_PER_YEAR]
    )
    read = season_tables.load_season_table(tournaments, best=series.best, at_once=MAX_TOURNAMENTS_READ)
    rows = _build_season_rows(read.lines, len(tournaments), reader, apart)
    ended = season_tables.is_season_final(series, shown, unfinished, now=now)
    return SeasonTable(
        series=series,
        year=shown or None,
        years=years,
        tournaments=tuple(tournaments),
        rows=rows,
        podium=tuple(row for row in rows if row.place <= 3) if ended else (),
        courses=_draw_season_courses(rows, series.best) if len(tournaments) > 1 else (),
        whole=read.whole,
        coming=next((each for each in unfinished if each.status in UPCOMING_STATUSES), None),
    )


def _build_season_rows(
    lines: Sequence[SeasonLine], count: int, reader: int | None, apart: Collection[int]
) -> tuple[SeasonRow, ...]:
    people = Player.objects.filter(is_active=True).in_bulk([line.player for line in lines])
    return tuple(
        SeasonRow(
            place=line.place,
            name=people[line.player].username,
            face=faces.get_avatar_seed(people[line.player].username, people[line.player].face),
            points=line.points,
            cells=tuple(
                SeasonCell(line.brought[number], number in line.counted) if number in line.brought else None
                for number in range(count)
            ),
            profile=line.player not in apart,
            me=line.player == reader,
            program=people[line.player].bot,
        )
        for line in lines
        if line.player in people
    )


def _draw_season_courses(rows: Sequence[SeasonRow], best: int) -> tuple[SeasonCourse, ...]:
    most = max((row.points for row in rows), default=0) or 1
    drawn = [row for number, row in enumerate(rows) if number < MAX_LEADING_COURSES or row.me]
    return tuple(SeasonCourse(row.name, _draw_course_line(row, most, best), row.me) for row in drawn)


def _draw_course_line(row: SeasonRow, most: int, best: int) -> str:
    brought = {number: cell.points for number, cell in enumerate(row.cells) if cell is not None}
    sums = (0, *compute_season_course(brought, len(row.cells), best=best))
    step = COURSE_WIDTH / (len(sums) - 1)
    return " ".join(
        f"{number * step:.1f},{COURSE_HEIGHT * (1 - points / most):.1f}" for number, points in enumerate(sums)
    )
