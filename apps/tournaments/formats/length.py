"""How long a tournament will last: rounds, and how many matches somebody plays in them. Pure."""

from __future__ import annotations

from msgspec import Struct

from apps.tournaments.formats.stages import Groups, Knockout, Stage, Stages, Swiss, field, rounds


class Length(Struct, frozen=True):
    """Of all stages, one after the other."""

    rounds: int
    fewest: int
    """Matches of whoever does not come further than everybody, but for byes."""
    most: int
    """Matches of whoever comes to the last table, if each table needs all of its own."""


def length(stages: Stages, entrants: int, *, teams: bool = False) -> Length:
    """With so many; of teams each plays one match of a table, at their board.

    :raises Impossible: if so many cannot play one of the stages
    """
    every = fewest = most = 0
    for stage in stages:
        count = rounds(stage, entrants)
        tables = _tables(stage, count)
        every += count
        most += tables * (1 if teams else stage.matches)
        if not isinstance(stage, Knockout):
            fewest += tables
        elif not stage.top:
            fewest += 1
        entrants = field(stage, entrants)
    return Length(every, fewest, most)


def _tables(stage: Stage, count: int) -> int:
    """At how many somebody sits who stays for all its rounds."""
    match stage:
        case Swiss():
            return count * stage.pods
        case Groups():
            return stage.rounds
    return count
