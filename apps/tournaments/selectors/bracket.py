"""A knockout as shapes to draw: a column for each round, a box for each table, a cord from there for who goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Final, TypeAlias

from django.utils.translation import gettext as _

from apps.tournaments.formats.stages import Knockout
from apps.tournaments.pairing.knockout import Step, plan
from apps.tournaments.pairing.sizes import Impossible, even
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.going_on import from_round
from apps.tournaments.selectors.rounds import RoundView, played
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.selectors.untangle import untangled

WIDTH: Final = 184
"""Of a box."""
ROW: Final = 26
INSTEAD: Final = 14
"""More for a row that names a substitute, too."""
GAP: Final = 18
"""Between boxes."""
BETWEEN: Final = 56
"""From column to column."""
LABEL: Final = 18
"""Above a box."""
TOP: Final = 34
"""Room for the names of the rounds."""
EDGE: Final = 4

_Boxes: TypeAlias = "list[tuple[str, list[Name]]]"
"""A label and names each; those who rest have none."""


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
    substitute: str = ""
    """The name of their substitute at this table, if they have one."""

    @property
    def height(self) -> int:
        return ROW + INSTEAD if self.substitute else ROW


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
        return sum(name.height for name in self.names)


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
    through = [from_round(snapshot, round_) for round_ in knockout]
    if winner is not None:
        through[-1] = frozenset({winner})
    boxes = [_boxes(shown, on) for shown, on in zip(rounds, through, strict=True)]
    columns = [
        _column(number, shown.title, found)
        for number, (shown, found) in enumerate(zip(rounds, _in_order(boxes), strict=True))
    ]
    for step in _coming(snapshot, stage, knockout):
        title = _("Final") if step.tables == 1 and not step.byes else _("Knockout round %(number)d")
        columns.append(_column(len(columns), title % {"number": len(columns) + 1}, _empty(step)))
    columns = _placed(columns)
    height = max((_bottom(column) for column in columns), default=TOP)
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


def _boxes(shown: RoundView, through: frozenset[int]) -> _Boxes:
    boxes = [
        (
            _("Table %(number)d") % {"number": table.number},
            [
                Name(seat.who, 0, 0, seat.place, seat.who.number in through, substitute=seat.substitute)
                for seat in table.seats
            ],
        )
        for table in shown.tables
    ]
    resting = [("", [Name(face, 0, 0, None, face.number in through)]) for face in shown.byes]
    return [*resting, *boxes]


def _in_order(columns: list[_Boxes]) -> list[_Boxes]:
    """The same, the boxes of each so that few cords cross."""
    seated = [[[name.who.number for name in names if name.who] for _label, names in boxes] for boxes in columns]
    orders = untangled(seated)
    return [[boxes[number] for number in order] for boxes, order in zip(columns, orders, strict=True)]


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


def _empty(step: Step) -> _Boxes:
    tables = even(step.entrants - step.byes, step.tables)
    boxes = [
        (_("Table %(number)d") % {"number": number}, [Name(None, 0, 0, None, on=False)] * size)
        for number, size in enumerate(tables, start=1)
    ]
    return [*([("", [Name(None, 0, 0, None, on=False)] * step.byes)] if step.byes else []), *boxes]


def _column(number: int, title: str, boxes: _Boxes) -> Column:
    """One below the other."""
    x, y, placed = EDGE + number * (WIDTH + BETWEEN), TOP, []
    for label, names in boxes:
        y += LABEL
        box = Box(x, y, label or _("Bye"), _stacked(names, x, y), rest=not label)
        placed.append(box)
        y += box.height + GAP
    return Column(x, title, tuple(placed))


def _stacked(names: Sequence[Name], x: int, y: int) -> tuple[Name, ...]:
    """The lines of a box, one below the other."""
    tops = accumulate((name.height for name in names), initial=y)
    return tuple(replace(name, x=x, y=top) for name, top in zip(names, tops, strict=False))


def _bottom(column: Column) -> int:
    return max((box.y + box.height for box in column.boxes), default=TOP)


def _placed(columns: list[Column]) -> list[Column]:
    """Each table beside the middle of where its people come from; what nobody has come to yet in the middle of all."""
    height = max((_bottom(column) for column in columns), default=TOP)
    placed: list[Column] = []
    for column in columns:
        begin = _starts(placed[-1]) if placed else {}
        known = any(name.who for box in column.boxes for name in box.names)
        tops = _beside(column, begin) if begin and known else _in_the_middle(column, height)
        placed.append(_moved(column, tops))
    return placed


def _starts(column: Column) -> dict[int, Name]:
    """The lines of everybody who is known there."""
    return {name.who.number: name for box in column.boxes for name in box.names if name.who}


def _in_the_middle(column: Column, height: int) -> list[int]:
    return [box.y + (height - _bottom(column)) // 2 for box in column.boxes]


def _beside(column: Column, begin: dict[int, Name]) -> list[int]:
    """Where its tables stand, as near as the ones above let them to the middle of where their people come from."""
    tops, free = [], TOP + LABEL
    for box in column.boxes:
        ys = [name.y for name in _arriving(box, begin)]
        wanted = sum(ys) // len(ys) + (ROW - box.height) // 2 if ys else free
        tops.append(max(wanted, free))
        free = tops[-1] + box.height + GAP + LABEL
    return tops


def _arriving(box: Box, begin: dict[int, Name]) -> list[Name]:
    """The lines of the round before of those who come to a table."""
    return [begin[name.who.number] for name in box.names if name.who and name.who.number in begin]


def _moved(column: Column, tops: list[int]) -> Column:
    boxes = tuple(
        replace(box, y=top, names=_stacked(box.names, box.x, top)) for box, top in zip(column.boxes, tops, strict=True)
    )
    return replace(column, boxes=boxes)


def _cords(columns: list[Column], winner: int | None) -> list[Cord]:
    """The winner's last, above the others."""
    found = [
        cord
        for here, there in pairwise(columns)
        for box in there.boxes
        for cord in _to(box, {number: name for number, name in _starts(here).items() if name.on}, winner)
    ]
    return sorted(found, key=lambda cord: cord.hot)


def _to(box: Box, begin: dict[int, Name], winner: int | None) -> list[Cord]:
    coming = sorted(_arriving(box, begin), key=lambda name: name.y)
    ends = [box.y + box.height * n // (len(coming) + 1) for n in range(1, len(coming) + 1)]
    return [
        _cord(name, box.x, end, hot=name.who is not None and name.who.number == winner)
        for name, end in zip(coming, ends, strict=True)
    ]


def _cord(one: Name, to_x: int, to_y: int, *, hot: bool) -> Cord:
    """It ends where the side of its table leaves room for all that come, in the order of where they come from."""
    x, y = one.x + WIDTH, one.y + ROW // 2
    bend = (to_x - x) // 2
    return Cord(f"M{x} {y}C{x + bend} {y} {to_x - bend} {to_y} {to_x} {to_y}", hot)
