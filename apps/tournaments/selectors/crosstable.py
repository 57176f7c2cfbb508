"""The crosstable: a row for each entrant and a column for each round.

A round in which everyone has several tables takes several columns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from apps.tournaments.formats.stages import Groups, Knockout
from apps.tournaments.scoring.points import compute_counted_places, compute_seat_points
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.wording.numbers import TABLE_DECIMALS, format_local_number


@dataclass(frozen=True)
class Meeting:
    """A table of a round, as one entrant's cell shows it."""

    at: str
    """Short for the table and the seat: `T4 S2`."""
    place: int | None
    """The place; None during play, and if the table ended without a result."""
    points: str
    """The points; empty during play, and in a knockout."""
    path: str
    done: bool
    first: bool


@dataclass(frozen=True)
class Cell:
    """An entrant's result in a column."""

    meeting: Meeting | None = None
    bye: bool = False


@dataclass(frozen=True)
class RoundColumn:
    """A round, or one of the several tables that everyone has in it."""

    title: str
    """The short title: `R1`, `1`, `K1`, `Final`."""
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
            own = cells.get(entrant, [])
            row += [*own, *[Cell()] * (wide - len(own))]
    return Crosstable(tuple(columns), {entrant: tuple(row) for entrant, row in rows.items()})


def build_round_path(snapshot: TournamentSnapshot, round_: RoundState) -> str:
    """Return the address of a round's page."""
    return reverse("tournaments:round", args=[snapshot.tournament.code, round_.round.number + 1])


def _build_round_cells(
    snapshot: TournamentSnapshot, round_: RoundState, entrants: AbstractSet[int]
) -> Mapping[int, Sequence[Cell]]:
    cells: dict[int, list[Cell]] = defaultdict(list)
    path = build_round_path(snapshot, round_)
    for table in round_.pods:
        if entrants.isdisjoint(table.seats):
            continue
        for entrant, meeting in _build_table_meetings(snapshot, round_, table, path):
            cells[entrant].append(Cell(meeting))
    for entrant in round_.proposal.byes:
        cells[entrant].append(Cell(bye=True))
    return cells


def _build_table_meetings(
    snapshot: TournamentSnapshot, round_: RoundState, table: PodState, path: str
) -> list[tuple[int, Meeting]]:
    result, number = table.result, table.pod.index + 1
    to, at = f"{path}#t{number}", _("T%(table)s S%(seat)s")
    if result is None:
        return [
            (entrant, Meeting(at % {"table": number, "seat": seat}, None, "", to, done=False, first=False))
            for seat, entrant in enumerate(table.seats, start=1)
        ]
    places = compute_counted_places(result, snapshot.plan.scoring) if result.places else [None] * len(result.seats)
    paid = [""] * len(result.seats)
    if not isinstance(round_.stage, Knockout):
        paid = [
            format_local_number(value, TABLE_DECIMALS) for value in compute_seat_points(result, snapshot.plan.scoring)
        ]
    return [
        (entrant, Meeting(at % {"table": number, "seat": seat}, place, pay, to, done=True, first=place == 1))
        for seat, (entrant, place, pay) in enumerate(zip(result.seats, places, paid, strict=True), start=1)
    ]


def _build_round_columns(snapshot: TournamentSnapshot, round_: RoundState, wide: int) -> list[RoundColumn]:
    path, number = build_round_path(snapshot, round_), round_.round.number + 1
    if isinstance(round_.stage, Groups):
        about = _("Each entrant’s table no. %(number)d")
        return [RoundColumn(str(nth), about % {"number": nth}, path) for nth in range(1, wide + 1)]
    if isinstance(round_.stage, Knockout):
        last = len(round_.pods) == 1 and not round_.proposal.byes
        titles = (_("Final"), _("Final")) if last else (
            _("K%(number)d") % {"number": round_.round.within + 1},
            _("Knockout round %(number)d") % {"number": round_.round.within + 1},
        )  # fmt: skip
        return [RoundColumn(*titles, path)]
    about = _("Round %(number)d") % {"number": number}
    return [RoundColumn(_("R%(number)d") % {"number": number}, about, path)] * wide
