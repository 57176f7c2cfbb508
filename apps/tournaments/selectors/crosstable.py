"""The crosstable: a row for each entrant and a column for each round.

A round in which everyone has several tables takes several columns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.tournaments.formats.stages import Groups, Knockout, Swiss
from apps.tournaments.scoring.points import compute_counted_places, compute_seat_points
from apps.tournaments.selectors.going_on import from_round
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.round_titles import (
    MAX_NAMED_ROUNDS,
    count_later_knockout_rounds,
    format_knockout_title,
)
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.wording.numbers import TABLE_DECIMALS, format_local_number


@dataclass(frozen=True)
class Meeting:
    """A table of a round, as one entrant's cell shows it."""

    table: int
    at: str
    """The table and the seat in words."""
    place: int | None
    """The place; None during play, and if the table ended without a result."""
    points: str
    """The points; empty during play, and in a knockout."""
    path: str
    """The path of the match, or of the table on the round's page if it has several or none yet."""
    done: bool
    first: bool
    on: bool = False
    """Whether they advanced from this table of a knockout."""
    knockout: bool = False
    missed: bool = False
    """Whether the entrant didn't come."""


@dataclass(frozen=True)
class Cell:
    """An entrant's result in a column."""

    meeting: Meeting | None = None
    bye: bool = False
    points: str = ""
    """The points of a bye."""
    absent: bool = False
    """Whether the round was for everyone, but this entrant had left or not joined yet."""


@dataclass(frozen=True)
class RoundColumn:
    """A round, or one of the several tables that everyone has in it."""

    title: str
    """The short title: `R1`, `1`, `Semi-final`."""
    about: str
    path: str


@dataclass(frozen=True)
class Crosstable:
    """All published rounds."""

    columns: tuple[RoundColumn, ...]
    rows: Mapping[int, tuple[Cell, ...]]
    """Rows by entrant, with a cell for each column."""


def build_crosstable(snapshot: TournamentSnapshot, entrants: Collection[int]) -> Crosstable:
    """Return the current crosstable of these entrants."""
    columns: list[RoundColumn] = []
    rows: dict[int, list[Cell]] = {entrant: [] for entrant in entrants}
    for round_ in snapshot.published:
        cells = _build_round_cells(snapshot, round_, rows.keys())
        wide = 1 + max((table.pod.sheet for table in round_.pods), default=0)
        columns += _build_round_columns(snapshot, round_, wide)
        for entrant, row in rows.items():
            own = cells.get(entrant) or [Cell(absent=isinstance(round_.stage, Swiss))]
            row.extend([*own, *[Cell()] * (wide - len(own))])
    return Crosstable(tuple(columns), {entrant: tuple(row) for entrant, row in rows.items()})


def build_round_path(snapshot: TournamentSnapshot, round_: RoundState) -> str:
    """Return the address of a round's page."""
    return reverse("tournaments:round", args=[snapshot.tournament.code, round_.round.number + 1])


def _build_round_cells(
    snapshot: TournamentSnapshot, round_: RoundState, entrants: AbstractSet[int]
) -> Mapping[int, Sequence[Cell]]:
    cells: dict[int, list[Cell]] = defaultdict(list)
    path, at, paying = build_round_path(snapshot, round_), _("Table %(table)d, seat %(seat)d"), _is_paying(round_)
    on = from_round(snapshot, round_)
    for table in round_.pods:
        shown = entrants & set(table.seats)
        if shown:
            for entrant, meeting in _build_table_meetings(snapshot, table, shown, path=path, at=at, paying=paying):
                cells[entrant].append(Cell(meeting if paying else replace(meeting, knockout=True, on=entrant in on)))
    bye = format_local_number(snapshot.plan.scoring.bye, TABLE_DECIMALS) if paying else ""
    for entrant in round_.proposal.byes:
        cells[entrant].append(Cell(bye=True, points=bye))
    return cells


def _is_paying(round_: RoundState) -> bool:
    """Check whether places in this round are worth points, which they aren't in a knockout."""
    return not isinstance(round_.stage, Knockout)


def _build_table_meetings(
    snapshot: TournamentSnapshot, table: PodState, shown: AbstractSet[int], *, path: str, at: str, paying: bool
) -> Iterator[tuple[int, Meeting]]:
    """Yield what these entrants did at a table. Numbers are only written for them."""
    result, number = table.result, table.pod.index + 1
    seats = table.seats if result is None else result.seats
    places: Sequence[int | None] = [None] * len(seats)
    paid: Sequence[Fraction | None] = [None] * len(seats)
    if result is not None and result.places:
        places = compute_counted_places(result, snapshot.plan.scoring)
    if result is not None and paying:
        paid = compute_seat_points(result, snapshot.plan.scoring)
    to = _find_table_path(table) or f"{path}#t{number}"
    for seat, (entrant, place, pay) in enumerate(zip(seats, places, paid, strict=True), start=1):
        if entrant in shown:
            yield (
                entrant,
                Meeting(
                    number,
                    at % {"table": number, "seat": seat},
                    place,
                    "" if pay is None else format_local_number(pay, TABLE_DECIMALS),
                    to,
                    done=result is not None,
                    first=place == 1,
                    missed=result is not None and entrant in result.missing,
                ),
            )


def _find_table_path(table: PodState) -> str:
    """Return the path of a table's only match, or nothing."""
    if table.owed or len(table.came) != 1:
        return ""
    [match] = table.came
    return build_match_path(match.code, over=match.over_at is not None)


@lru_cache(maxsize=4096)
def build_match_path(code: str, *, over: bool) -> str:
    """Return the path of a match, or of its replay. Cached, because a page of standings has hundreds."""
    return reverse("matches:record" if over else "matches:page", args=[code])


def _build_round_columns(snapshot: TournamentSnapshot, round_: RoundState, wide: int) -> list[RoundColumn]:
    path, number = build_round_path(snapshot, round_), round_.round.number + 1
    if isinstance(round_.stage, Groups):
        about = _("Each entrant’s table no. %(number)d")
        return [RoundColumn(str(nth), about % {"number": nth}, path) for nth in range(1, wide + 1)]
    if isinstance(round_.stage, Knockout):
        about = format_knockout_title(snapshot, round_)
        named = count_later_knockout_rounds(snapshot, round_) < MAX_NAMED_ROUNDS
        return [RoundColumn(about if named else _("R%(number)d") % {"number": number}, about, path)]
    about = _("Round %(number)d") % {"number": number}
    return [RoundColumn(_("R%(number)d") % {"number": number}, about, path)] * wide
