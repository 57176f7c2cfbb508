"""Who goes on to a knockout, or would as it stands; and who goes on from a table of one, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from apps.tournaments.formats.progression import through
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.scoring.points import counted
from apps.tournaments.selectors.snapshot import PodState, RoundState, TournamentSnapshot


@dataclass(frozen=True)
class Shared:
    """A place that several shared, of whom not all go on."""

    place: int
    on: tuple[int, ...]
    """Who stood higher before."""
    behind: tuple[int, ...]


def qualified(snapshot: TournamentSnapshot) -> frozenset[int]:
    """Who came to the knockout, or would come as it stands; nobody where none follows rounds for points."""
    stages = snapshot.plan.stages
    last = len(stages) - 1
    if not isinstance(stages[last], Knockout) or last == 0 or not snapshot.published:
        return frozenset()
    come = next((round_ for round_ in snapshot.published if round_.round.stage == last), None)
    if come is not None:
        return frozenset(come.field)
    coming = None if snapshot.tournament.ended else snapshot.following(last)
    return frozenset(coming.field) if coming is not None else frozenset()


def from_round(snapshot: TournamentSnapshot, round_: RoundState) -> frozenset[int]:
    """Who goes on from the tables of a knockout round that have ended; nobody from the final."""
    stage = round_.stage
    if not isinstance(stage, Knockout) or (len(round_.pods) == 1 and not round_.proposal.byes):
        return frozenset()
    return frozenset(through(round_.played, stage.onward, snapshot.out, snapshot.plan.scoring))


def shared(snapshot: TournamentSnapshot, table: PodState, on: frozenset[int]) -> Shared | None:
    """The place at a table of a knockout that some went on from and some did not, if there was one."""
    if table.result is None or not table.result.places:
        return None
    places = dict(zip(table.result.seats, counted(table.result, snapshot.plan.scoring), strict=True))
    divided = (_divided(snapshot, place, places, on) for place in sorted(set(places.values())))
    return next((found for found in divided if found.on and found.behind), None)


def _divided(snapshot: TournamentSnapshot, place: int, places: Mapping[int, int], on: frozenset[int]) -> Shared:
    """Who of those at a place goes on and who does not, but for those who have left."""
    equal = [entrant for entrant, reached in places.items() if reached == place and entrant not in snapshot.out]
    return Shared(
        place,
        on=tuple(entrant for entrant in equal if entrant in on),
        behind=tuple(entrant for entrant in equal if entrant not in on),
    )
