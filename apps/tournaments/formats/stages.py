"""The formats of a tournament and their settings. A tournament has one or more stages, one after the other."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from apps.kernel.words import gettext_noop
from apps.tournaments.pairing.groups import compute_design_sizes
from apps.tournaments.pairing.knockout import is_knockout_possible, plan_knockout
from apps.tournaments.pairing.sizes import Impossible, compute_table_sizes
from apps.tournaments.pairing.swiss import NEW_OPPONENTS_FIRST, Aim


class Swiss(Struct, frozen=True, tag="swiss", tag_field="stage"):
    """A number of rounds in which everyone plays."""

    rounds: int
    most: int
    least: int
    pods: int = 1
    """Tables that every entrant has in a round at the same time."""
    matches: int = 1
    """The maximum number of matches a pod plays, with the seats rotated. Play stops early once nothing can change."""
    aims: tuple[Aim, Aim] = NEW_OPPONENTS_FIRST


class Groups(Struct, frozen=True, tag="groups", tag_field="stage"):
    """Small fields with all tables fixed in advance. They are played at the same time, in one round."""

    groups: int
    rounds: int
    """Tables of each entrant, ignoring byes."""
    most: int
    least: int
    matches: int = 1


class Knockout(Struct, frozen=True, tag="knockout", tag_field="stage"):
    """A knockout in which some of every table advance."""

    top: int
    """How many qualify from the stage before; 0 if everyone does."""
    most: int
    least: int
    onward: int
    matches: int = 1


Stage: TypeAlias = Swiss | Groups | Knockout
Stages: TypeAlias = tuple[Stage, ...]


class Now(Struct, frozen=True):
    """The current stage and round of a tournament."""

    stage: int
    round: int
    """The number within that stage, from 0."""


def count_rounds(stage: Stage, entrants: int) -> int:
    """Return the number of rounds of the stage.

    :raises Impossible: if this many entrants can't play it
    """
    if isinstance(stage, Knockout):
        return len(
            plan_knockout(compute_field_size(stage, entrants), most=stage.most, least=stage.least, onward=stage.onward)
        )
    if isinstance(stage, Groups):
        for size in {entrants // stage.groups, -(-entrants // stage.groups)}:
            compute_design_sizes(size, rounds=stage.rounds, most=stage.most, least=stage.least)
        return 1
    _tables, free = compute_table_sizes(entrants, most=stage.most, least=stage.least)
    if free * stage.pods * stage.rounds > entrants:
        raise Impossible(f"{free} byes in each of {stage.rounds} rounds would give an entrant two")
    return stage.rounds


def compute_field_size(stage: Stage, entrants: int) -> int:
    """Return how many of these entrants play the stage."""
    return min(stage.top or entrants, entrants) if isinstance(stage, Knockout) else entrants


def get_current_stage(stages: Stages, entrants: int, done: int) -> Now | None:
    """Return the current stage and round after `done` rounds, or None once the tournament is over.

    :raises Impossible: if this many entrants can't play one of its stages
    """
    for number, stage in enumerate(stages):
        length = count_rounds(stage, entrants)
        if done < length:
            return Now(number, done)
        done, entrants = done - length, compute_field_size(stage, entrants)
    return None


def describe_stages_flaw(stages: Stages, entrants: int) -> str | None:
    """Return what keeps this many entrants from playing these stages, in English, or None."""
    if not stages:
        return gettext_noop("A tournament needs at least one stage.")
    if any(isinstance(stage, Knockout) for stage in stages[:-1]):
        return gettext_noop("A knockout must be the last stage.")
    if any(isinstance(stage, Knockout) and stage.top for stage in stages[:1]):
        return gettext_noop("If a tournament starts with a knockout, everyone must play in it.")
    try:
        fits = all(_can_play_stage(stage, entrants) for stage in stages)
    except Impossible:
        fits = False
    return None if fits else gettext_noop("This number of entrants can’t be divided into tables of these sizes.")


def _can_play_stage(stage: Stage, entrants: int) -> bool:
    """Check whether this many entrants can play the stage.

    :raises Impossible: if they can't be divided into its tables
    """
    if isinstance(stage, Knockout):
        return is_knockout_possible(
            compute_field_size(stage, entrants), most=stage.most, least=stage.least, onward=stage.onward
        )
    return count_rounds(stage, entrants) > 0
