"""The standings as a page shows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Final

import msgspec
from django.utils.translation import gettext as _

from apps.tournaments.formats.ranking import Ranked
from apps.tournaments.formats.stages import Groups, Knockout
from apps.tournaments.pairing.knockout import deal_in_snake
from apps.tournaments.scoring.figures import Figure
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.selectors.crosstable import Cell, RoundColumn, build_crosstable
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.going_on import from_round, list_qualified_entrants
from apps.tournaments.selectors.round_titles import format_knockout_title
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.wording.numbers import count_column_digits, format_column_number, format_local_number

MAX_SINGLE_PAGE_LINES: Final = 128
"""The maximum number of lines that are shown on one page."""
LINES_PER_PAGE: Final = 64
"""The number of lines on a page, if there are more."""


@dataclass(frozen=True)
class Column:
    """A tie-break."""

    name: str
    title: str
    known: str
    """Its name elsewhere; empty for those found only here."""
    explanation: str


@dataclass(frozen=True)
class Measure:
    """An entrant's value of a tie-break."""

    name: str
    text: str
    needed: bool
    """Whether it was needed to separate them from others with equal points."""


@dataclass(frozen=True)
class Section:
    """The entrants of one table."""

    title: str
    """The title; empty for the table of everyone."""
    rounds: tuple[RoundColumn, ...]
    """Columns for the rounds; empty if each group has its own table."""
    lines: tuple[StandingsLine, ...]

    @property
    def divided(self) -> bool:
        """Check whether a line separates those who advance from the others."""
        return any(line.last_on for line in self.lines)


@dataclass(frozen=True)
class StandingsLine:
    """An entrant's line."""

    place: int
    who: Face
    points: str
    """The points; empty if there were no rounds for points."""
    tables: int
    measures: tuple[Measure, ...]
    """Tie-break values by column."""
    cells: tuple[Cell, ...]
    """Results by round."""
    reached: str
    """The last knockout round they reached; empty if they reached none."""
    fate: str
    """How they fare in the knockout, as the heading of everyone who fares the same; empty before it starts."""
    group: str
    playing: bool
    """Whether they are still in the knockout, so that the place isn't final."""
    beaten: bool
    """Whether they are out of a knockout in which others are still in."""
    on: bool = False
    """Whether they have qualified for the knockout, or currently would."""
    last_on: bool = False
    """Whether they are the last qualified entrant of their table."""


@dataclass(frozen=True)
class OwnPlace:
    """The reader's own place and the page that shows it."""

    number: int
    place: int | None
    """The place; None while they are still in the knockout, because it isn't known then."""
    page: int


@dataclass(frozen=True)
class Placings:
    """Everyone, best first, in pages if the field is large."""

    columns: tuple[Column, ...]
    """The tie-breaks that someone's place depended on."""
    ties: tuple[Column, ...]
    """All tie-breaks, in their order."""
    sections: tuple[Section, ...]
    """The table of everyone, then those of the groups."""
    for_points: bool
    knockout: bool
    groups: bool
    count: int = 0
    """The number of entrants on all pages."""
    page: int = 1
    pages: int = 1
    mine: OwnPlace | None = None

    @property
    def width(self) -> int:
        """Return the number of columns of the table of everyone: place and name, then those that are there."""
        rounds = len(self.sections[0].rounds) if self.sections else 0
        after = rounds or self.for_points
        return 2 + self.for_points + len(self.columns) + after + self.groups


@dataclass(frozen=True)
class _Table:
    """The entrants of a section before anything is written about them."""

    title: str
    ranked: tuple[Ranked, ...]
    cut: int | None
    """The number of the last qualified entrant, if someone comes after them."""


@dataclass(frozen=True)
class _Field:
    """What a line needs to know about everyone."""

    digits: int
    """The decimal places of the points."""
    knockout: tuple[str, ...]
    """The titles of the knockout's published rounds."""
    final: bool
    """Whether no one was sent home in the last of these for good: it is the final, or nothing follows it."""
    still: frozenset[int]
    on: frozenset[int]
    group: Mapping[int, str]


def build_placings(snapshot: TournamentSnapshot, faces: Faces, *, page: int = 1) -> Placings:
    """Return the current placings; empty before the first round.

    Only the lines of the page are built, because a large field has many of them.
    """
    ties = tuple(map(build_tie_break_column, snapshot.plan.ties))
    if not snapshot.published:
        return Placings((), ties, (), for_points=False, knockout=False, groups=False)
    field = _describe_field(snapshot)
    groups = _divide_into_groups(snapshot, field)
    whole = _Table("", snapshot.ranking, None if groups else _find_last_qualified(snapshot.ranking, field.on))
    pages = _paginate_tables([whole, *groups])
    page = max(1, min(page, len(pages)))
    needed = {figure.name for figures in snapshot.figures.values() for figure in figures if figure.needed}
    sections = [_build_section(table, snapshot, faces, field, needed) for table in pages[page - 1]]
    return Placings(
        columns=tuple(column for column in ties if column.name in needed),
        ties=ties if snapshot.standing else (),
        sections=_add_round_results(snapshot, sections, whole=not groups),
        for_points=bool(snapshot.standing),
        knockout=bool(field.knockout),
        groups=bool(groups),
        count=len(snapshot.ranking),
        page=page,
        pages=len(pages),
        mine=_find_own_place(pages, field, faces.find_own_number()),
    )


def _find_own_place(pages: Sequence[Sequence[_Table]], field: _Field, own: int | None) -> OwnPlace | None:
    """Return this entrant's place in the table of everyone, which comes before those of the groups."""
    lines = (
        (number, line)
        for number, tables in enumerate(pages, start=1)
        for table in tables
        for line in table.ranked
        if line.entrant == own
    )
    page, line = next(lines, (0, None))
    return OwnPlace(line.entrant, None if line.entrant in field.still else line.place, page) if line else None


def _paginate_tables(tables: Sequence[_Table]) -> list[list[_Table]]:
    """Return all on one page or, for a large field, the whole table in parts and then a few groups at a time."""
    if sum(len(table.ranked) for table in tables) <= MAX_SINGLE_PAGE_LINES:
        return [list(tables)]
    whole, pages = tables[0], list[list[_Table]]()
    for first in range(0, len(whole.ranked), LINES_PER_PAGE):
        pages.append([replace(whole, ranked=whole.ranked[first : first + LINES_PER_PAGE])])
    room = 0
    for table in tables[1:]:
        if room < len(table.ranked):
            pages.append([])
            room = LINES_PER_PAGE
        pages[-1].append(table)
        room -= len(table.ranked)
    return pages


def _build_section(
    table: _Table, snapshot: TournamentSnapshot, faces: Faces, field: _Field, needed: Collection[str]
) -> Section:
    lines = [_build_standings_line(line, snapshot, faces, field, needed) for line in table.ranked]
    if table.title:  # A place in a group is final even if the whole tournament's isn't.
        lines = [replace(line, playing=False, beaten=False, fate="") for line in lines]
    lines = [replace(line, last_on=True) if line.who.number == table.cut else line for line in lines]
    return Section(table.title, (), tuple(lines))


def _add_round_results(
    snapshot: TournamentSnapshot, sections: Sequence[Section], *, whole: bool
) -> tuple[Section, ...]:
    """Add everyone's results by round, to the whole table only if there are no groups."""
    shown = {line.who.number for section in sections for line in section.lines}
    played = build_crosstable(snapshot, shown)
    return tuple(
        replace(
            section,
            rounds=played.columns,
            lines=tuple(replace(line, cells=played.rows[line.who.number]) for line in section.lines),
        )
        if section.title or whole
        else section
        for section in sections
    )


def build_standings_lines(
    snapshot: TournamentSnapshot, faces: Faces, ranked: Iterable[Ranked]
) -> tuple[StandingsLine, ...]:
    """Return the lines of some entrants without tie-breaks and results by round; empty before the first round.

    Points are rounded as far as different ones still look different.
    """
    if not snapshot.published:
        return ()
    ranked = tuple(ranked)
    field = _describe_field(snapshot, ranked)
    return tuple(_build_standings_line(line, snapshot, faces, field) for line in ranked)


def _describe_field(snapshot: TournamentSnapshot, shown: Iterable[Ranked] | None = None) -> _Field:
    """Return what the lines of these entrants need, or those of all."""
    lines = snapshot.ranking if shown is None else shown
    knockout = tuple(round_ for round_ in snapshot.published if isinstance(round_.stage, Knockout))
    return _Field(
        digits=count_column_digits(line.standing.points for line in lines if line.standing),
        knockout=tuple(format_knockout_title(snapshot, round_) for round_ in knockout),
        final=snapshot.tournament.ended or not snapshot.coming_knockout_rounds,
        still=_list_remaining_entrants(snapshot, knockout),
        on=list_qualified_entrants(snapshot),
        group={
            entrant: letter for round_ in snapshot.published for entrant, letter in list_group_letters(round_).items()
        },
    )


def build_tie_break_column(name: str) -> Column:
    """Describe a tie-break in words."""
    known = TIE_BREAKS[name].known
    return Column(name, _(TIE_BREAKS[name].title), _(known) if known else "", _(TIE_BREAKS[name].explanation))


def build_tie_break_measure(figure: Figure, digits: int | None = None) -> Measure:
    """Return a tie-break value as text, with the digits of its column, if any. A lot isn't shown as a number."""
    if figure.value is None or figure.name == "lot":
        text = "" if figure.value is None else _("drawn")
    else:
        text = format_local_number(figure.value) if digits is None else format_column_number(figure.value, digits)
    return Measure(figure.name, text, figure.needed)


def list_group_letters(round_: RoundState) -> dict[int, str]:
    """Return everyone's group, if there are any: A, B, C and so on."""
    if not isinstance(round_.stage, Groups):
        return {}
    divided = deal_in_snake(round_.field, round_.stage.groups)
    return {entrant: format_group_letters(number) for number, group in enumerate(divided) for entrant in group}


def format_group_letters(number: int) -> str:
    """Return the letters of a number: A to Z, then AA to AZ, BA and so on."""
    more, last = divmod(number, len(ascii_uppercase))
    return (format_group_letters(more - 1) if more else "") + ascii_uppercase[last]


def _divide_into_groups(snapshot: TournamentSnapshot, field: _Field) -> list[_Table]:
    """Return a table for each group, ordered by points, with places within the group."""
    by_points = {line.entrant: n for n, line in enumerate(snapshot.standing)}
    found: dict[str, list[Ranked]] = defaultdict(list)
    for line in sorted(snapshot.ranking, key=lambda line: by_points.get(line.entrant, len(by_points))):
        found[field.group.get(line.entrant, "")].append(line)
    return [
        _Table(
            _("Group %(letter)s") % {"letter": letter},
            _rank_within_group(snapshot, found[letter]),
            _find_last_qualified(found[letter], field.on),
        )
        for letter in sorted(found, key=lambda letter: (len(letter), letter))
        if letter
    ]


def _rank_within_group(snapshot: TournamentSnapshot, lines: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """Give the lines places among themselves. Those who share one in the whole table share it here."""
    whole = {line.entrant: line.place for line in snapshot.standing}
    places = [whole.get(line.entrant) for line in lines]
    return tuple(
        msgspec.structs.replace(line, place=1 + places.index(place)) for line, place in zip(lines, places, strict=True)
    )


def _find_last_qualified(lines: Sequence[Ranked], on: Collection[int]) -> int | None:
    """Return the number of the last of those who advance, unless they are last of all."""
    last = max((n for n, line in enumerate(lines) if line.entrant in on), default=len(lines))
    return lines[last].entrant if last + 1 < len(lines) else None


def _list_remaining_entrants(snapshot: TournamentSnapshot, knockout: Sequence[RoundState]) -> frozenset[int]:
    """Return the entrants known to be in a knockout that isn't decided."""
    if not knockout or snapshot.tournament.ended:
        return frozenset()
    last = knockout[-1]
    decided = {entrant for table in last.pods if table.result is not None for entrant in table.seats}
    if not last.done:
        return ((frozenset(last.field) - decided) | from_round(snapshot, last)) - snapshot.out
    coming = snapshot.next
    return frozenset(coming.field) if coming is not None else frozenset()


def _describe_fate(line: Ranked, field: _Field) -> str:
    if not field.knockout:
        return ""
    if line.entrant in field.still:
        return _("Still in")
    if line.reached is None:
        return _("Not in the knockout")
    title = field.knockout[line.reached]
    final = field.final and line.reached == len(field.knockout) - 1
    return title if final else _("Out: %(round)s") % {"round": title}


def _build_standings_line(
    line: Ranked, snapshot: TournamentSnapshot, faces: Faces, field: _Field, needed: Collection[str] = ()
) -> StandingsLine:
    """Return a line with the values of the `needed` tie-breaks."""
    points = line.standing
    figures = snapshot.figures.get(line.entrant, ()) if needed else ()
    return StandingsLine(
        place=line.place,
        who=faces.of(line.entrant),
        points=format_column_number(points.points, field.digits) if points else "",
        tables=points.pods if points else 0,
        measures=tuple(
            build_tie_break_measure(figure, snapshot.tie_digits[figure.name])
            for figure in figures
            if figure.name in needed
        ),
        cells=(),
        reached=field.knockout[line.reached] if line.reached is not None else "",
        fate=_describe_fate(line, field),
        group=field.group.get(line.entrant, ""),
        playing=line.entrant in field.still,
        beaten=bool(field.still) and line.entrant not in field.still,
        on=line.entrant in field.on,
    )
