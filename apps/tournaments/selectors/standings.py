"""The standings as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from string import ascii_uppercase

from django.utils.translation import gettext as _

from apps.tournaments.formats.ranking import Ranked
from apps.tournaments.formats.stages import Groups, Knockout
from apps.tournaments.pairing.knockout import snake
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.wording.numbers import localized


@dataclass(frozen=True)
class Column:
    """A tie-break."""

    name: str
    title: str
    explanation: str


@dataclass(frozen=True)
class StandingsLine:
    """Somebody's."""

    place: int
    who: Face
    points: str
    """Empty where nothing was played for points."""
    tables: int
    measures: tuple[str, ...]
    """By column; empty where it was not needed to tell them from others."""
    reached: str
    """How far they came in the knockout; empty for those who came to none."""
    group: str
    playing: bool
    """Whether they are still in the knockout: then the place says nothing yet."""


@dataclass(frozen=True)
class Placings:
    """Everybody, the best first."""

    lines: tuple[StandingsLine, ...]
    columns: tuple[Column, ...]
    for_points: bool
    knockout: bool
    groups: bool


def placings(snapshot: TournamentSnapshot, faces: Faces) -> Placings:
    """As of this moment; nobody before the first round."""
    columns = tuple(
        Column(name, _(TIE_BREAKS[name].title), _(TIE_BREAKS[name].explanation)) for name in snapshot.plan.ties
    )
    knockout = [round_ for round_ in snapshot.published if isinstance(round_.stage, Knockout)]
    if not snapshot.published:
        return Placings((), columns, for_points=False, knockout=False, groups=False)
    still = _still(snapshot, knockout)
    group = {entrant: letter for round_ in snapshot.published for entrant, letter in groups(round_).items()}
    lines = [_line(line, snapshot, faces, knockout, still) for line in snapshot.ranking]
    return Placings(
        lines=tuple(replace(line, group=group.get(line.who.number, "")) for line in lines),
        columns=columns if snapshot.standing else (),
        for_points=bool(snapshot.standing),
        knockout=bool(knockout),
        groups=bool(group),
    )


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
    line: Ranked, snapshot: TournamentSnapshot, faces: Faces, knockout: list[RoundState], still: frozenset[int]
) -> StandingsLine:
    points = line.standing
    measures = tuple(
        (_("lot") if name == "lot" else localized(value))
        for name, value in zip(snapshot.plan.ties, points.measures if points else (), strict=False)
    )
    lacking = len(snapshot.plan.ties) - len(measures)
    return StandingsLine(
        place=line.place,
        who=faces.of(line.entrant),
        points=localized(points.points) if points else "",
        tables=points.pods if points else 0,
        measures=(*measures, *[""] * lacking) if snapshot.standing else (),
        reached=reached(knockout[line.reached]) if line.reached is not None else "",
        group="",
        playing=line.entrant in still,
    )
