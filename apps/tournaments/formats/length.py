"""The length of a tournament in rounds, and in matches per entrant. Pure."""

from __future__ import annotations

from msgspec import Struct

from apps.tournaments.formats.stages import Groups, Knockout, Stage, Stages, Swiss, compute_field_size, count_rounds


class Length(Struct, frozen=True):
    """The length of all stages, one after the other."""

    rounds: int
    fewest: int
    """Matches of an entrant who only plays the stages that everyone plays, ignoring byes."""
    most: int
    """Matches of an entrant who reaches the last table, if each table needs all of its matches."""


def compute_length(stages: Stages, entrants: int, *, teams: bool = False) -> Length:
    """Compute the length for this many entrants. A team member plays one match per table, on their board.

    :raises Impossible: if this many entrants can't play one of the stages
    """
    every = fewest = most = 0
    for stage in stages:
        count = count_rounds(stage, entrants)
        tables = _count_entrant_tables(stage, count)
        every += count
        most += tables * (1 if teams else stage.matches)
        if not isinstance(stage, Knockout):
            fewest += tables
        elif not stage.top:
            fewest += 1
        entrants = compute_field_size(stage, entrants)
    return Length(every, fewest, most)


def _count_entrant_tables(stage: Stage, count: int) -> int:
    """Return the number of tables of an entrant who stays for all rounds of the stage."""
    match stage:
        case Swiss():
            return count * stage.pods
        case Groups():
            return stage.rounds
    return count
