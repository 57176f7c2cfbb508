"""A knockout as shapes to draw: a column for each round, a box for each table, a cord from there for who goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _

from apps.tournaments.formats.stages import Knockout
from apps.tournaments.pairing.knockout import Step, plan
from apps.tournaments.pairing.sizes import Impossible, even
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.rounds import RoundView, played
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot

WIDTH: Final = 184
"""Of a box."""
ROW: Final = 26
GAP: Final = 18
"""Between boxes."""
BETWEEN: Final = 56
"""From column to column."""
LABEL: Final = 18
"""Above a box."""
TOP: Final = 34
"""Room for the names of the rounds."""
EDGE: Final = 4


@dataclass(frozen=True)
class Name:
    """A line of a box."""

    who: Face | None
    """None for somebody who is not known yet."""
    x: int
    y: int
    place: int | None
    on: bool
    """Goes on, or has won."""


@dataclass(frozen=True)
class Box:
    """A table, or those who rest."""

    x: int
    y: int
    label: str
    names: tuple[Name, ...]
    rest: bool

    @property
    def height(self) -> int:
        return ROW * len(self.names)


@dataclass(frozen=True)
class Cord:
    """From a table to the next."""

    d: str
    hot: bool
    """The winner's."""


@dataclass(frozen=True)
class Column:
    """A round."""

    x: int
    title: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Drawn:
    """All of it."""

    width: int
    height: int
    columns: tuple[Column, ...]
    cords: tuple[Cord, ...]
    rounds: tuple[RoundView, ...]
    """What was published, to be told in words."""
    winner: Face | None


def draw(snapshot: TournamentSnapshot, faces: Faces) -> Drawn | None:
    """The knockout of a tournament as far as it was published, and the boxes of what is to come; None without one."""
    stage = next((stage for stage in snapshot.plan.stages if isinstance(stage, Knockout)), None)
    if stage is None:
        return None
    knockout = [round_ for round_ in snapshot.published if isinstance(round_.stage, Knockout)]
    rounds = [played(snapshot, round_, faces) for round_ in knockout]
    winner = _winner(snapshot, knockout)
    columns = [
        _column(number, shown.title, _boxes(shown, _through(snapshot, knockout, number)))
        for number, (round_, shown) in enumerate(zip(knockout, rounds, strict=True))
    ]
    for step in _coming(snapshot, stage, knockout):
        title = _("Final") if step.tables == 1 and not step.byes else _("Knockout round %(number)d")
        columns.append(_column(len(columns), title % {"number": len(columns) + 1}, _empty(step)))
    height = max((_bottom(column) for column in columns), default=TOP)
    columns = [_centred(column, height) for column in columns]
    return Drawn(
        width=max((column.x + WIDTH for column in columns), default=0) + EDGE,
        height=height + EDGE,
        columns=tuple(columns),
        cords=tuple(_cords(columns, winner)),
        rounds=tuple(rounds),
        winner=faces.of(winner) if winner is not None else None,
    )


def _winner(snapshot: TournamentSnapshot, knockout: list[RoundState]) -> int | None:
    """Who won the final, if it is over."""
    if not knockout or not knockout[-1].done or len(knockout[-1].pods) != 1 or knockout[-1].proposal.byes:
        return None
    return snapshot.ranking[0].entrant


def _through(snapshot: TournamentSnapshot, knockout: list[RoundState], number: int) -> frozenset[int]:
    """Who went on from a round, as far as that is certain."""
    if number + 1 < len(knockout):
        return frozenset(knockout[number + 1].field)
    winner = _winner(snapshot, knockout)
    if winner is not None:
        return frozenset({winner})
    coming = snapshot.next if knockout[number].done and not snapshot.tournament.ended else None
    return frozenset(coming.field) if coming is not None else frozenset()


def _boxes(shown: RoundView, through: frozenset[int]) -> list[tuple[str, list[Name]]]:
    boxes = [
        (
            _("Table %(number)d") % {"number": table.number},
            [Name(seat.who, 0, 0, seat.place, seat.who.number in through) for seat in table.seats],
        )
        for table in shown.tables
    ]
    if shown.byes:
        resting = [Name(face, 0, 0, None, face.number in through) for face in shown.byes]
        boxes.insert(0, ("", resting))
    return boxes


def _coming(snapshot: TournamentSnapshot, stage: Knockout, knockout: list[RoundState]) -> tuple[Step, ...]:
    """The rounds nobody has published yet, if everybody comes who is expected."""
    if snapshot.tournament.ended:
        return ()
    field = len(knockout[-1].field) if knockout else min(stage.top or len(snapshot.entrants), len(snapshot.entrants))
    try:
        steps = plan(field, most=stage.most, least=stage.least, onward=stage.onward)
    except Impossible:
        return ()
    return steps[1:] if knockout else steps


def _empty(step: Step) -> list[tuple[str, list[Name]]]:
    tables = even(step.entrants - step.byes, step.tables)
    boxes = [
        (_("Table %(number)d") % {"number": number}, [Name(None, 0, 0, None, on=False)] * size)
        for number, size in enumerate(tables, start=1)
    ]
    return [*([("", [Name(None, 0, 0, None, on=False)] * step.byes)] if step.byes else []), *boxes]


def _column(number: int, title: str, boxes: list[tuple[str, list[Name]]]) -> Column:
    """One below the other."""
    x, y, placed = EDGE + number * (WIDTH + BETWEEN), TOP, []
    for label, names in boxes:
        y += LABEL
        lines = tuple(replace(name, x=x, y=y + ROW * i) for i, name in enumerate(names))
        placed.append(Box(x, y, label or _("Bye"), lines, rest=not label))
        y += ROW * len(names) + GAP
    return Column(x, title, tuple(placed))


def _bottom(column: Column) -> int:
    return max((box.y + box.height for box in column.boxes), default=TOP)


def _centred(column: Column, height: int) -> Column:
    down = (height - _bottom(column)) // 2
    boxes = tuple(
        replace(box, y=box.y + down, names=tuple(replace(name, y=name.y + down) for name in box.names))
        for box in column.boxes
    )
    return replace(column, boxes=boxes)


def _cords(columns: list[Column], winner: int | None) -> list[Cord]:
    """The winner's last, above the others."""
    found: list[Cord] = []
    for here, there in pairwise(columns):
        ends = {name.who.number: name for box in there.boxes for name in box.names if name.who}
        found += [
            _cord(name, ends[name.who.number], hot=name.who.number == winner)
            for box in here.boxes
            for name in box.names
            if name.who and name.on and name.who.number in ends
        ]
    return sorted(found, key=lambda cord: cord.hot)


def _cord(one: Name, other: Name, *, hot: bool) -> Cord:
    x, y, to_x, to_y = one.x + WIDTH, one.y + ROW // 2, other.x, other.y + ROW // 2
    bend = (to_x - x) // 2
    return Cord(f"M{x} {y}C{x + bend} {y} {to_x - bend} {to_y} {to_x} {to_y}", hot)
