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
from apps.tournaments.pairing.knockout import snake
from apps.tournaments.scoring.figures import Figure
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.selectors.crosstable import Cell, RoundColumn, crosstable
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.going_on import qualified
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.wording.numbers import digits_to_tell_apart, localized

ON_ONE_PAGE: Final = 128
"""Lines that are still shown all at once; of more …"""
A_PAGE: Final = 64
"""… so many."""


@dataclass(frozen=True)
class Column:
    """A tie-break."""

    name: str
    title: str
    known: str
    """What it is called elsewhere; empty for what is ours alone."""
    explanation: str


@dataclass(frozen=True)
class Measure:
    """Somebody's number in a tie-break."""

    name: str
    text: str
    needed: bool
    """Whether it was asked to tell them from others with equal points."""


@dataclass(frozen=True)
class Section:
    """Those who stand in one table."""

    title: str
    """Empty for everybody."""
    rounds: tuple[RoundColumn, ...]
    """Shown of the rounds; none of them where each group has a table of its own."""
    lines: tuple[StandingsLine, ...]

    @property
    def has_me(self) -> bool:
        """Whether the reader stands in it."""
        return any(line.who.me for line in self.lines)

    @property
    def divided(self) -> bool:
        """Whether a line divides those who go on from the others."""
        return any(line.last_on for line in self.lines)


@dataclass(frozen=True)
class StandingsLine:
    """Somebody's."""

    place: int
    who: Face
    points: str
    """Empty where nothing was played for points."""
    tables: int
    measures: tuple[Measure, ...]
    """By column."""
    cells: tuple[Cell, ...]
    """By round."""
    reached: str
    """How far they came in the knockout; empty for those who came to none."""
    group: str
    playing: bool
    """Whether they are still in the knockout: then the place says nothing yet."""
    on: bool = False
    """Whether they came to the knockout, or would as it stands."""
    last_on: bool = False
    """Whether they are the last of their table of whom that is true."""


@dataclass(frozen=True)
class Placings:
    """Everybody, the best first; of a large field a page."""

    columns: tuple[Column, ...]
    sections: tuple[Section, ...]
    """Everybody, then each group."""
    for_points: bool
    knockout: bool
    groups: bool
    page: int = 1
    pages: int = 1
    mine: int | None = None
    """The page on which the reader stands."""


def placings(snapshot: TournamentSnapshot, faces: Faces, *, page: int = 1) -> Placings:
    """As of this moment; nobody before the first round."""
    columns = tuple(map(column, snapshot.plan.ties))
    if not snapshot.published:
        return Placings(columns, (), for_points=False, knockout=False, groups=False)
    every = lines(snapshot, faces, snapshot.ranking)
    divided = _sections(snapshot, every)
    pages = _paged([Section("", (), every if divided else _cut(every)), *divided])
    page = max(1, min(page, len(pages)))
    mine = (number for number, sections in enumerate(pages, start=1) if any(each.has_me for each in sections))
    return Placings(
        columns=columns if snapshot.standing else (),
        sections=_crossed(snapshot, pages[page - 1], whole=not divided),
        for_points=bool(snapshot.standing),
        knockout=any(isinstance(round_.stage, Knockout) for round_ in snapshot.published),
        groups=bool(divided),
        page=page,
        pages=len(pages),
        mine=next(mine, None),
    )


def _paged(sections: Sequence[Section]) -> list[list[Section]]:
    """All on one page, or, of a large field, the whole table in parts and then some groups at a time."""
    if sum(len(section.lines) for section in sections) <= ON_ONE_PAGE:
        return [list(sections)]
    whole, pages = sections[0], list[list[Section]]()
    for first in range(0, len(whole.lines), A_PAGE):
        pages.append([replace(whole, lines=whole.lines[first : first + A_PAGE])])
    room = 0
    for section in sections[1:]:
        if room < len(section.lines):
            pages.append([])
            room = A_PAGE
        pages[-1].append(section)
        room -= len(section.lines)
    return pages


def _crossed(snapshot: TournamentSnapshot, sections: Sequence[Section], *, whole: bool) -> tuple[Section, ...]:
    """The same with what everybody did in which round; the whole table only where there are no groups."""
    shown = {line.who.number for section in sections for line in section.lines}
    played = crosstable(snapshot, shown)
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


def lines(snapshot: TournamentSnapshot, faces: Faces, ranked: Iterable[Ranked]) -> tuple[StandingsLine, ...]:
    """Of some of them, without what they did in which round; of nobody before the first. Points are rounded as far as
    those that differ still look different.
    """
    if not snapshot.published:
        return ()
    ranked = tuple(ranked)
    digits = digits_to_tell_apart(line.standing.points for line in ranked if line.standing)
    knockout = [round_ for round_ in snapshot.published if isinstance(round_.stage, Knockout)]
    still, on = _still(snapshot, knockout), qualified(snapshot)
    group = {entrant: letter for round_ in snapshot.published for entrant, letter in groups(round_).items()}
    return tuple(
        replace(
            _line(line, snapshot, faces, knockout, still, digits),
            group=group.get(line.entrant, ""),
            on=line.entrant in on,
        )
        for line in ranked
    )


def column(name: str) -> Column:
    """A tie-break in words."""
    known = TIE_BREAKS[name].known
    return Column(name, _(TIE_BREAKS[name].title), _(known) if known else "", _(TIE_BREAKS[name].explanation))


def measure(figure: Figure) -> Measure:
    """A lot is not a number for people."""
    text = "" if figure.value is None else _("drawn") if figure.name == "lot" else localized(figure.value)
    return Measure(figure.name, text, figure.needed)


def reached(round_: RoundState) -> str:
    """What a round of a knockout is called: it is the final if it has one table and nobody rests."""
    if len(round_.proposal.pods) == 1 and not round_.proposal.byes:
        return _("Final")
    return _("Knockout round %(number)d") % {"number": round_.round.within + 1}


def groups(round_: RoundState) -> dict[int, str]:
    """Which group everybody is in, where there are groups: A, B, C and so on."""
    if not isinstance(round_.stage, Groups):
        return {}
    divided = snake(round_.field, round_.stage.groups)
    return {entrant: letters(number) for number, group in enumerate(divided) for entrant in group}


def letters(number: int) -> str:
    """A to Z, then AA to AZ, BA and so on."""
    more, last = divmod(number, len(ascii_uppercase))
    return (letters(more - 1) if more else "") + ascii_uppercase[last]


def _sections(snapshot: TournamentSnapshot, lines: Sequence[StandingsLine]) -> list[Section]:
    """A table for each group, as their points say; places are within the group."""
    by_points = {line.entrant: n for n, line in enumerate(snapshot.standing)}
    found: dict[str, list[StandingsLine]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: by_points.get(line.who.number, len(by_points))):
        found[line.group].append(line)
    return [
        Section(_("Group %(letter)s") % {"letter": letter}, (), _cut(_within(snapshot, found[letter])))
        for letter in sorted(found, key=lambda letter: (len(letter), letter))
        if letter
    ]


def _within(snapshot: TournamentSnapshot, lines: Sequence[StandingsLine]) -> tuple[StandingsLine, ...]:
    """The same with places among themselves; who shares one in the whole shares it here."""
    whole = {line.entrant: line.place for line in snapshot.standing}
    places = [whole.get(line.who.number) for line in lines]
    return tuple(
        replace(line, place=1 + places.index(place), playing=False) for line, place in zip(lines, places, strict=True)
    )


def _cut(lines: Sequence[StandingsLine]) -> tuple[StandingsLine, ...]:
    """The same with a mark where those end who go on."""
    last = max((n for n, line in enumerate(lines) if line.on), default=None)
    return tuple(replace(line, last_on=n == last and n + 1 < len(lines)) for n, line in enumerate(lines))


def _still(snapshot: TournamentSnapshot, knockout: list[RoundState]) -> frozenset[int]:
    """Who is in a knockout that is not decided, as far as is known."""
    if not knockout or snapshot.tournament.ended:
        return frozenset()
    last = knockout[-1]
    decided = {entrant for table in last.pods if table.result is not None for entrant in table.seats}
    if not last.done:
        return frozenset(last.field) - decided - snapshot.out
    coming = snapshot.next
    return frozenset(coming.field) if coming is not None else frozenset()


def _line(
    line: Ranked, snapshot: TournamentSnapshot, faces: Faces, knockout: list[RoundState], still: frozenset[int],
    digits: int,
) -> StandingsLine:  # fmt: skip
    points = line.standing
    return StandingsLine(
        place=line.place,
        who=faces.of(line.entrant),
        points=localized(points.points, digits) if points else "",
        tables=points.pods if points else 0,
        measures=tuple(map(measure, snapshot.figures.get(line.entrant, ()))),
        cells=(),
        reached=reached(knockout[line.reached]) if line.reached is not None else "",
        group="",
        playing=line.entrant in still,
    )
