"""The standings as a page shows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Final

from django.utils.translation import gettext as _

from apps.tournaments.formats.ranking import Ranked
from apps.tournaments.formats.stages import Groups, Knockout
from apps.tournaments.pairing.knockout import deal_in_snake
from apps.tournaments.scoring.figures import Figure
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.selectors.crosstable import Cell, RoundColumn, build_crosstable
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.going_on import list_qualified_entrants
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.wording.numbers import digits_to_tell_apart, format_local_number

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
    def has_me(self) -> bool:
        """Check whether the reader is in it."""
        return any(line.who.me for line in self.lines)

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
    group: str
    playing: bool
    """Whether they are still in the knockout, so that the place isn't final."""
    on: bool = False
    """Whether they have qualified for the knockout, or currently would."""
    last_on: bool = False
    """Whether they are the last qualified entrant of their table."""


@dataclass(frozen=True)
class Placings:
    """Everyone, best first, in pages if the field is large."""

    columns: tuple[Column, ...]
    sections: tuple[Section, ...]
    """The table of everyone, then those of the groups."""
    for_points: bool
    knockout: bool
    groups: bool
    page: int = 1
    pages: int = 1
    mine: int | None = None
    """The page with the reader's line."""


def build_placings(snapshot: TournamentSnapshot, faces: Faces, *, page: int = 1) -> Placings:
    """Return the current placings; empty before the first round."""
    columns = tuple(map(build_tie_break_column, snapshot.plan.ties))
    if not snapshot.published:
        return Placings(columns, (), for_points=False, knockout=False, groups=False)
    every = build_standings_lines(snapshot, faces, snapshot.ranking)
    divided = _build_group_sections(snapshot, every)
    pages = _paginate_sections([Section("", (), every if divided else _mark_last_qualified(every)), *divided])
    page = max(1, min(page, len(pages)))
    mine = (number for number, sections in enumerate(pages, start=1) if any(each.has_me for each in sections))
    return Placings(
        columns=columns if snapshot.standing else (),
        sections=_add_round_results(snapshot, pages[page - 1], whole=not divided),
        for_points=bool(snapshot.standing),
        knockout=any(isinstance(round_.stage, Knockout) for round_ in snapshot.published),
        groups=bool(divided),
        page=page,
        pages=len(pages),
        mine=next(mine, None),
    )


def _paginate_sections(sections: Sequence[Section]) -> list[list[Section]]:
    """Return all on one page or, for a large field, the whole table in parts and then a few groups at a time."""
    if sum(len(section.lines) for section in sections) <= MAX_SINGLE_PAGE_LINES:
        return [list(sections)]
    whole, pages = sections[0], list[list[Section]]()
    for first in range(0, len(whole.lines), LINES_PER_PAGE):
        pages.append([replace(whole, lines=whole.lines[first : first + LINES_PER_PAGE])])
    room = 0
    for section in sections[1:]:
        if room < len(section.lines):
            pages.append([])
            room = LINES_PER_PAGE
        pages[-1].append(section)
        room -= len(section.lines)
    return pages


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
    """Return the lines of some entrants without their results by round; empty before the first round.

    Points are rounded as far as different ones still look different.
    """
    if not snapshot.published:
        return ()
    ranked = tuple(ranked)
    digits = digits_to_tell_apart(line.standing.points for line in ranked if line.standing)
    knockout = [round_ for round_ in snapshot.published if isinstance(round_.stage, Knockout)]
    still, on = _list_remaining_entrants(snapshot, knockout), list_qualified_entrants(snapshot)
    group = {entrant: letter for round_ in snapshot.published for entrant, letter in list_group_letters(round_).items()}
    return tuple(
        replace(
            _build_standings_line(line, snapshot, faces, knockout, still, digits),
            group=group.get(line.entrant, ""),
            on=line.entrant in on,
        )
        for line in ranked
    )


def build_tie_break_column(name: str) -> Column:
    """Describe a tie-break in words."""
    known = TIE_BREAKS[name].known
    return Column(name, _(TIE_BREAKS[name].title), _(known) if known else "", _(TIE_BREAKS[name].explanation))


def build_tie_break_measure(figure: Figure) -> Measure:
    """Return a tie-break value as text. A lot isn't shown as a number."""
    text = "" if figure.value is None else _("drawn") if figure.name == "lot" else format_local_number(figure.value)
    return Measure(figure.name, text, figure.needed)


def format_knockout_title(round_: RoundState) -> str:
    """Return the name of a knockout round, which is the final if it has one table and no byes."""
    if len(round_.proposal.pods) == 1 and not round_.proposal.byes:
        return _("Final")
    return _("Knockout round %(number)d") % {"number": round_.round.within + 1}


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


def _build_group_sections(snapshot: TournamentSnapshot, lines: Sequence[StandingsLine]) -> list[Section]:
    """Return a table for each group, ordered by points, with places within the group."""
    by_points = {line.entrant: n for n, line in enumerate(snapshot.standing)}
    found: dict[str, list[StandingsLine]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: by_points.get(line.who.number, len(by_points))):
        found[line.group].append(line)
    return [
        Section(
            _("Group %(letter)s") % {"letter": letter},
            (),
            _mark_last_qualified(_rank_within_group(snapshot, found[letter])),
        )
        for letter in sorted(found, key=lambda letter: (len(letter), letter))
        if letter
    ]


def _rank_within_group(snapshot: TournamentSnapshot, lines: Sequence[StandingsLine]) -> tuple[StandingsLine, ...]:
    """Give the lines places among themselves. Those who share one in the whole table share it here."""
    whole = {line.entrant: line.place for line in snapshot.standing}
    places = [whole.get(line.who.number) for line in lines]
    return tuple(
        replace(line, place=1 + places.index(place), playing=False) for line, place in zip(lines, places, strict=True)
    )


def _mark_last_qualified(lines: Sequence[StandingsLine]) -> tuple[StandingsLine, ...]:
    """Mark the last line of those who advance."""
    last = max((n for n, line in enumerate(lines) if line.on), default=None)
    return tuple(replace(line, last_on=n == last and n + 1 < len(lines)) for n, line in enumerate(lines))


def _list_remaining_entrants(snapshot: TournamentSnapshot, knockout: list[RoundState]) -> frozenset[int]:
    """Return the entrants known to be in a knockout that isn't decided."""
    if not knockout or snapshot.tournament.ended:
        return frozenset()
    last = knockout[-1]
    decided = {entrant for table in last.pods if table.result is not None for entrant in table.seats}
    if not last.done:
        return frozenset(last.field) - decided - snapshot.out
    coming = snapshot.next
    return frozenset(coming.field) if coming is not None else frozenset()


def _build_standings_line(
    line: Ranked, snapshot: TournamentSnapshot, faces: Faces, knockout: list[RoundState], still: frozenset[int],
    digits: int,
) -> StandingsLine:  # fmt: skip
    points = line.standing
    return StandingsLine(
        place=line.place,
        who=faces.of(line.entrant),
        points=format_local_number(points.points, digits) if points else "",
        tables=points.pods if points else 0,
        measures=tuple(map(build_tie_break_measure, snapshot.figures.get(line.entrant, ()))),
        cells=(),
        reached=format_knockout_title(knockout[line.reached]) if line.reached is not None else "",
        group="",
        playing=line.entrant in still,
    )
