"""Progress of a tournament: the stage that plays its next round, and the entrants in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from apps.tournaments.formats.next_round import select_qualifiers
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Stages, Swiss
from apps.tournaments.pairing.groups import compute_design_sizes
from apps.tournaments.pairing.knockout import deal_in_snake, plan_knockout, select_survivors
from apps.tournaments.pairing.sizes import Impossible, compute_table_sizes
from apps.tournaments.scoring.points import Scoring, compute_counted_places
from apps.tournaments.scoring.results import Result


class PlayedRound(Struct, frozen=True):
    """A round that was published."""

    stage: int
    field: tuple[int, ...]
    """The entrants of the round, in the order of what came before."""
    pods: tuple[Result, ...] = ()
    """The pods that have ended."""
    byes: tuple[int, ...] = ()


class Next(Struct, frozen=True):
    """A round that is to be paired."""

    stage: int
    number: int
    """The number within that stage, from 0."""
    field: tuple[int, ...]


def compute_next_round(
    stages: Stages, played: Sequence[PlayedRound], standing: Sequence[int], *, out: Collection[int], scoring: Scoring,
    since: int = 0,
) -> Next | None:  # fmt: skip
    """Return the round after these finished ones, or None if there is none.

    `standing` is everyone, best first; before the first round, as they were drawn or rated. Those who are `out` no
    longer play. A stage that lacks entrants is over, so that nothing waits for players who don't show up. No stage
    before `since` is continued, either.
    """
    stage = max(played[-1].stage if played else 0, since)
    while stage < len(stages):
        rounds = [round_ for round_ in played if round_.stage == stage]
        field = _select_field(
            stages[stage], rounds, _list_previous_groups(stages, played, stage), standing, out, scoring
        )
        if field and _can_play_round(stages[stage], len(rounds), len(field)):
            return Next(stage, len(rounds), field)
        stage += 1
    return None


def is_stage_cut_short(stages: Stages, played: Sequence[PlayedRound], coming: int) -> bool:
    """Check whether planned rounds are left out if a round of the stage `coming`, or the end, follows these."""
    stage = played[-1].stage if played else 0
    rounds = [round_ for round_ in played if round_.stage == stage]
    return coming > stage and (coming > stage + 1 or not _is_stage_complete(stages[stage], rounds))


def _is_stage_complete(stage: Stage, rounds: Sequence[PlayedRound]) -> bool:
    match stage:
        case Swiss():
            return len(rounds) >= stage.rounds
        case Groups():
            return bool(rounds)
        case Knockout():
            return bool(rounds) and is_final_round(rounds[-1], stage)


def is_final_round(last: PlayedRound, stage: Knockout) -> bool:
    """Check whether that round was a single table of all remaining entrants."""
    return len(last.field) <= stage.most and not last.byes


def _select_field(
    stage: Stage, rounds: Sequence[PlayedRound], groups: Sequence[Collection[int]], standing: Sequence[int],
    out: Collection[int], scoring: Scoring,
) -> tuple[int, ...]:  # fmt: skip
    if not isinstance(stage, Knockout):
        return tuple(entrant for entrant in standing if entrant not in out)
    if not rounds:
        return select_qualifiers(stage, standing, groups=groups, withdrawn=out)
    last = rounds[-1]
    return () if is_final_round(last, stage) else select_advancing_entrants(last, stage.onward, out, scoring)


def select_advancing_entrants(
    last: PlayedRound, onward: int, out: Collection[int], scoring: Scoring
) -> tuple[int, ...]:
    """Return the entrants who advance from a round of a knockout. Those who missed their table don't."""
    missing = {entrant for pod in last.pods for entrant in pod.missing}
    tables = [(pod.seats, compute_counted_places(pod, scoring)) for pod in last.pods]
    return select_survivors(tables, last.byes, last.field, onward=onward, out={*out, *missing})


def _list_previous_groups(stages: Stages, played: Sequence[PlayedRound], stage: int) -> list[list[int]]:
    """Return the groups of the stage before, if it was played in groups."""
    before = stages[stage - 1] if stage else None
    if not isinstance(before, Groups):
        return []
    return [
        group for round_ in played if round_.stage == stage - 1 for group in deal_in_snake(round_.field, before.groups)
    ]


def _can_play_round(stage: Stage, done: int, entrants: int) -> bool:
    try:
        match stage:
            case Swiss():
                compute_table_sizes(entrants, most=stage.most, least=stage.least)
                return done < stage.rounds
            case Groups():
                for size in {entrants // stage.groups, -(-entrants // stage.groups)}:
                    compute_design_sizes(size, rounds=stage.rounds, most=stage.most, least=stage.least)
                return done == 0
            case Knockout():
                return bool(plan_knockout(entrants, most=stage.most, least=stage.least, onward=stage.onward))
    except Impossible:
        return False
