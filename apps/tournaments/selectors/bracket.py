"""A knockout as shapes to draw: columns for rounds, boxes for tables, cords for those who advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise, zip_longest
from typing import Final, TypeAlias

from django.utils.translation import gettext as _

from apps.common.ordinals import format_ordinal
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.pairing.knockout import Step, plan_knockout
from apps.tournaments.pairing.sizes import Impossible, divide_evenly
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.going_on import from_round
from apps.tournaments.selectors.round_titles import name_knockout_round
from apps.tournaments.selectors.rounds import RoundView, build_round_view
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.selectors.untangle import untangle_tables

BOX_WIDTH: Final = 184
"""The width of a box."""
ROW_HEIGHT: Final = 26
SUBSTITUTE_HEIGHT: Final = 14
"""The additional height of a row that also names a substitute."""
BOX_GAP: Final = 18
"""The space between boxes."""
COLUMN_GAP: Final = 56
"""The space between columns."""
LABEL_HEIGHT: Final = 18
"""The space above a box."""
TITLE_HEIGHT: Final = 34
"""The space for the names of the rounds."""
EDGE_WIDTH: Final = 4

_Boxes: TypeAlias = "list[tuple[int, list[Name]]]"
"""Tables with their names. The number is 0 for those who rest."""


@dataclass(frozen=True)
class Name:
    """A line of a box."""

    who: Face | None
    """The entrant, or None if not known yet."""
    x: int
    y: int
    place: int | None
    on: bool
    """Whether they advance, or have won."""
    score: int | None = None
    """The points of their only match at the table."""
    substitute: str = ""
    """The name of their substitute at this table, if they have one."""
    expected: str = ""
    """Where an entrant who isn't known yet comes from, in words, if that is certain."""
    origin: int = 0
    """The number of the table they are expected from; 0 for those who rest."""

    @property
    def height(self) -> int:
        return ROW_HEIGHT + SUBSTITUTE_HEIGHT if self.substitute else ROW_HEIGHT


@dataclass(frozen=True)
class Box:
    """A table, or the entrants who rest."""

    x: int
    y: int
    number: int
    """The number of the table; 0 for those who rest."""
    names: tuple[Name, ...]

    @property
    def rest(self) -> bool:
        return not self.number

    @property
    def label(self) -> str:
        return _("Table %(number)d") % {"number": self.number} if self.number else _("Bye")

    @property
    def open(self) -> bool:
        """Check whether it is still open who advances from there."""
        return not any(name.on for name in self.names)

    @property
    def height(self) -> int:
        return sum(name.height for name in self.names)


@dataclass(frozen=True)
class Cord:
    """A line from a table to the next."""

    d: str
    hot: bool
    """Whether it is the winner's."""
    mine: bool = False
    """Whether it is the reader's own."""


@dataclass(frozen=True)
class Column:
    """A round."""

    x: int
    title: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Drawn:
    """The whole drawing."""

    width: int
    height: int
    columns: tuple[Column, ...]
    cords: tuple[Cord, ...]
    rounds: tuple[RoundView, ...]
    """The published rounds, for the description in words."""
    final: tuple[Name, ...]
    """The entrants expected in the final until it is published."""
    winner: Face | None


def draw_bracket(snapshot: TournamentSnapshot, faces: Faces) -> Drawn | None:
    """Draw the published part of a knockout and the boxes still to come; return None without a knockout."""
    stage = next((stage for stage in snapshot.plan.stages if isinstance(stage, Knockout)), None)
    if stage is None:
        return None
    knockout = [round_ for round_ in snapshot.published if isinstance(round_.stage, Knockout)]
    rounds = [build_round_view(snapshot, round_, faces) for round_ in knockout]
    winner = _get_final_winner(snapshot, knockout)
    through = [from_round(snapshot, round_) for round_ in knockout]
    if winner is not None:
        through[-1] = frozenset({winner})
    boxes = [_build_round_boxes(shown, on) for shown, on in zip(rounds, through, strict=True)]
    columns = [
        _draw_column(number, shown.title, found)
        for number, (shown, found) in enumerate(zip(rounds, _in_order(boxes), strict=True))
    ]
    final: list[Name] = []
    coming = _plan_coming_rounds(snapshot, stage, knockout)
    for after, step in zip(reversed(range(len(coming))), coming, strict=True):
        final = _list_expected_finalists(columns[-1], stage.onward) if columns and _is_final(step) else []
        columns.append(_coming_column(len(columns), step, final, after=after))
    columns = _place_columns(columns)
    height = max((_compute_column_bottom(column) for column in columns), default=TITLE_HEIGHT)
    return Drawn(
        width=max((column.x + BOX_WIDTH for column in columns), default=0) + EDGE_WIDTH,
        height=height + EDGE_WIDTH,
        columns=tuple(columns),
        cords=tuple(_draw_all_cords(columns, winner)),
        rounds=tuple(_add_next_tables(rounds)),
        final=tuple(final),
        winner=faces.of(winner) if winner is not None else None,
    )


def _add_next_tables(rounds: Sequence[RoundView]) -> Iterator[RoundView]:
    """Yield the rounds with the table of the next one at each seat."""
    for shown, after in zip_longest(rounds, rounds[1:]):
        ahead = _describe_tables_by_entrant(after) if after else {}
        tables = (
            replace(
                table, seats=tuple(replace(each, next_table=ahead.get(each.who.number, "")) for each in table.seats)
            )
            for table in shown.tables
        )
        yield replace(shown, tables=tuple(tables))


def _describe_tables_by_entrant(shown: RoundView) -> dict[int, str]:
    """Return the round and table of each entrant in words, or just the round if it has a single table."""
    found = {}
    for table in shown.tables:
        words = {"round": shown.title, "number": table.number}
        said = _("%(round)s, table %(number)d") % words if len(shown.tables) > 1 else shown.title
        found.update(dict.fromkeys((seat.who.number for seat in table.seats), said))
    return found


def _get_final_winner(snapshot: TournamentSnapshot, knockout: list[RoundState]) -> int | None:
    """Return the winner of the final, if it is over."""
    if not knockout or not knockout[-1].done or len(knockout[-1].pods) != 1 or knockout[-1].proposal.byes:
        return None
    return snapshot.ranking[0].entrant


def _build_round_boxes(shown: RoundView, through: frozenset[int]) -> _Boxes:
    boxes = [
        (
            table.number,
            [
                Name(
                    seat.who, 0, 0, seat.place, seat.who.number in through, score=seat.score, substitute=seat.substitute
                )
                for seat in table.seats
            ],
        )
        for table in shown.tables
    ]
    resting = [(0, [Name(face, 0, 0, None, face.number in through)]) for face in shown.byes]
    return [*resting, *boxes]


def _in_order(columns: list[_Boxes]) -> list[_Boxes]:
    """Reorder the boxes of each column so that few cords cross."""
    seated = [[[name.who.number for name in names if name.who] for _number, names in boxes] for boxes in columns]
    orders = untangle_tables(seated)
    return [[boxes[number] for number in order] for boxes, order in zip(columns, orders, strict=True)]


def _plan_coming_rounds(snapshot: TournamentSnapshot, stage: Knockout, knockout: list[RoundState]) -> tuple[Step, ...]:
    """Return the unpublished rounds, assuming that everyone expected shows up."""
    if snapshot.tournament.ended:
        return ()
    field = len(knockout[-1].field) if knockout else min(stage.top or len(snapshot.entrants), len(snapshot.entrants))
    try:
        steps = plan_knockout(field, most=stage.most, least=stage.least, onward=stage.onward)
    except Impossible:
        return ()
    return steps[1:] if knockout else steps


def _is_final(step: Step) -> bool:
    return step.tables == 1 and not step.byes


def _coming_column(number: int, step: Step, final: list[Name], *, after: int) -> Column:
    """Return the column of an unpublished round that `after` others follow.

    It shows the entrants expected in the final if they are known.
    """
    title = name_knockout_round(number, after=after)
    return _draw_column(number, title, [(1, final)] if final else _build_empty_boxes(step))


def _build_empty_boxes(step: Step) -> _Boxes:
    tables = divide_evenly(step.entrants - step.byes, step.tables)
    boxes = [(number, [Name(None, 0, 0, None, on=False)] * size) for number, size in enumerate(tables, start=1)]
    return [*([(0, [Name(None, 0, 0, None, on=False)] * step.byes)] if step.byes else []), *boxes]


def _list_expected_finalists(before: Column, onward: int) -> list[Name]:
    """Return the lines of the final: those who advance from the round before it, or where they will come from."""
    found = []
    for box in before.boxes:
        if not box.open:
            found += [Name(name.who, 0, 0, None, on=False) for name in box.names if name.on]
        elif box.rest:
            found += [Name(None, 0, 0, None, on=False, expected=_("Bye"))] * len(box.names)
        else:
            found += [
                Name(None, 0, 0, None, on=False, expected=text, origin=box.number)
                for text in _describe_table_winners(box.number, onward)
            ]
    return found


def _describe_table_winners(number: int, onward: int) -> list[str]:
    """Describe those who will advance from a table in words."""
    if onward == 1:
        return [_("Winner of table %(number)d") % {"number": number}]
    text = _("%(place)s of table %(number)d")
    return [text % {"place": format_ordinal(place), "number": number} for place in range(1, onward + 1)]


def _draw_column(number: int, title: str, boxes: _Boxes) -> Column:
    """Place the boxes of a column one below the other."""
    x, y, placed = EDGE_WIDTH + number * (BOX_WIDTH + COLUMN_GAP), TITLE_HEIGHT, []
    for table, names in boxes:
        y += LABEL_HEIGHT
        box = Box(x, y, table, _stack_names(names, x, y))
        placed.append(box)
        y += box.height + BOX_GAP
    return Column(x, title, tuple(placed))


def _stack_names(names: Sequence[Name], x: int, y: int) -> tuple[Name, ...]:
    """Place the lines of a box one below the other."""
    tops = accumulate((name.height for name in names), initial=y)
    return tuple(replace(name, x=x, y=top) for name, top in zip(names, tops, strict=False))


def _compute_column_bottom(column: Column) -> int:
    return max((box.y + box.height for box in column.boxes), default=TITLE_HEIGHT)


def _place_columns(columns: list[Column]) -> list[Column]:
    """Place each table beside the middle of its sources, and tables without known entrants in the middle."""
    height = max((_compute_column_bottom(column) for column in columns), default=TITLE_HEIGHT)
    placed: list[Column] = []
    for column in columns:
        begin = _list_known_names(placed[-1]) if placed else {}
        names = [name for box in column.boxes for name in box.names]
        known = any(name.who for name in names) and not any(name.expected for name in names)
        tops = _compute_box_tops(column, begin) if begin and known else _in_the_middle(column, height)
        placed.append(_move_boxes(column, tops))
    return placed


def _list_known_names(column: Column) -> dict[int, Name]:
    """Return the lines of all known entrants in a column."""
    return {name.who.number: name for box in column.boxes for name in box.names if name.who}


def _in_the_middle(column: Column, height: int) -> list[int]:
    return [box.y + (height - _compute_column_bottom(column)) // 2 for box in column.boxes]


def _compute_box_tops(column: Column, begin: dict[int, Name]) -> list[int]:
    """Return the top of each table, as near to the middle of its sources as the tables above allow."""
    tops, free = [], TITLE_HEIGHT + LABEL_HEIGHT
    for box in column.boxes:
        ys = [name.y for name in _select_arriving_names(box, begin)]
        wanted = sum(ys) // len(ys) + (ROW_HEIGHT - box.height) // 2 if ys else free
        tops.append(max(wanted, free))
        free = tops[-1] + box.height + BOX_GAP + LABEL_HEIGHT
    return tops


def _select_arriving_names(box: Box, begin: dict[int, Name]) -> list[Name]:
    """Return the lines in the round before of those who come to a table."""
    return [begin[name.who.number] for name in box.names if name.who and name.who.number in begin]


def _move_boxes(column: Column, tops: list[int]) -> Column:
    boxes = tuple(
        replace(box, y=top, names=_stack_names(box.names, box.x, top))
        for box, top in zip(column.boxes, tops, strict=True)
    )
    return replace(column, boxes=boxes)


def _draw_all_cords(columns: list[Column], winner: int | None) -> list[Cord]:
    """Return all cords, the reader's and then the winner's last so that they are on top."""
    found = [
        cord
        for here, there in pairwise(columns)
        for box in there.boxes
        for cord in _draw_cords_to_box(box, here, winner)
    ]
    return sorted(found, key=lambda cord: (cord.hot, cord.mine))


def _draw_cords_to_box(box: Box, here: Column, winner: int | None) -> list[Cord]:
    """Draw a cord to each line of a table, from its entrant's line or, until they are known, from their table."""
    going = {number: name for number, name in _list_known_names(here).items() if name.on}
    open_tables = {each.number: each.y + each.height // 2 for each in here.boxes if each.open}
    found = []
    for name in box.names:
        start = open_tables.get(name.origin) if name.expected else None
        if name.who is not None and name.who.number in going:
            start = _get_line_middle(going[name.who.number])
        if start is not None:
            hot = name.who is not None and name.who.number == winner
            end = _get_line_middle(name)
            found.append(_draw_cord(here.x + BOX_WIDTH, start, box.x, end, hot=hot, mine=_is_own(name)))
    return found


def _get_line_middle(name: Name) -> int:
    return name.y + ROW_HEIGHT // 2


def _is_own(name: Name) -> bool:
    """Check whether it is the reader's own line."""
    return name.who is not None and name.who.me


def _draw_cord(x: int, y: int, to_x: int, to_y: int, *, hot: bool, mine: bool) -> Cord:
    """Draw a cord between the sides of two tables."""
    bend = (to_x - x) // 2
    return Cord(f"M{x} {y}C{x + bend} {y} {to_x - bend} {to_y} {to_x} {to_y}", hot, mine)
