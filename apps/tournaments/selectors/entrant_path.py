"""One entrant's results, round by round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from apps.tournaments.formats.stages import Knockout
from apps.tournaments.scoring.points import NO_POINTS, compute_seat_points
from apps.tournaments.selectors import rounds
from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot
from apps.tournaments.selectors.standings import StandingsLine, build_standings_lines
from apps.tournaments.selectors.workings import Working, build_workings
from apps.tournaments.wording.numbers import format_local_number

COURSE_WIDTH = 600
COURSE_HEIGHT = 160


@dataclass(frozen=True)
class Step:
    """One round of the entrant."""

    title: str
    path: str
    tables: tuple[rounds.PodView, ...]
    bye: bool
    total: str
    """Points after the round."""
    place: int | None
    """Place by points after the round."""


@dataclass(frozen=True)
class Path:
    """An entrant and all their rounds."""

    who: Face
    line: StandingsLine | None
    """Their current line in the standings."""
    steps: tuple[Step, ...]
    course: str
    """Points of a polyline of their places in a box of `COURSE_WIDTH` by `COURSE_HEIGHT`, with the first place on top.

    It is empty for fewer than two places.
    """
    count: int
    workings: tuple[Working, ...]


def build_entrant_path(snapshot: TournamentSnapshot, faces: Faces, number: int) -> Path:
    """Return everything about one entrant. Places are by points alone, as everyone saw them after each round."""
    count = len(snapshot.entrants)
    sums = dict.fromkeys((entry.number for entry in snapshot.entrants), NO_POINTS)
    steps = []
    for round_ in snapshot.published:
        _add_round_points(sums, snapshot, round_)
        if number in round_.field:
            steps.append(_build_round_step(snapshot, round_, faces, number, sums))
    places = [step.place for step in steps if step.place]
    ranked = [line for line in snapshot.ranking if line.entrant == number]
    return Path(
        who=faces.of(number),
        line=next(iter(build_standings_lines(snapshot, faces, ranked)), None),
        steps=tuple(steps),
        course=_draw_place_course(places, count) if len(places) > 1 else "",
        count=count,
        workings=build_workings(snapshot, faces, number),
    )


def _add_round_points(sums: dict[int, Fraction], snapshot: TournamentSnapshot, round_: RoundState) -> None:
    """Add everyone's points from a round."""
    if isinstance(round_.stage, Knockout):
        return
    for pod in round_.played.pods:
        for entrant, paid in zip(pod.seats, compute_seat_points(pod, snapshot.plan.scoring), strict=True):
            sums[entrant] += paid
    for entrant in round_.proposal.byes:
        sums[entrant] += Fraction(snapshot.plan.scoring.bye)


def _build_round_step(
    snapshot: TournamentSnapshot, round_: RoundState, faces: Faces, number: int, sums: Mapping[int, Fraction]
) -> Step:
    shown = rounds.build_round_view(snapshot, round_, faces, of=number)
    known = shown.paying and round_.done
    return Step(
        title=shown.title,
        path=shown.path,
        tables=shown.tables,
        bye=number in round_.proposal.byes,
        total=format_local_number(sums[number]) if known else "",
        place=1 + sum(total > sums[number] for total in sums.values()) if known else None,
    )


def _draw_place_course(places: list[int], count: int) -> str:
    step = COURSE_WIDTH / (len(places) - 1)
    return " ".join(
        f"{i * step:.1f},{COURSE_HEIGHT * (place - 1) / max(count - 1, 1):.1f}" for i, place in enumerate(places)
    )
