"""Who goes on to a knockout, or would as it stands; and who goes on from a table of one, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apps.tournaments.formats.progression import through
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.scoring.points import Scoring, counted
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot


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
    """Who went on from a knockout round; before the next is published, who goes on from its tables that have ended, as
    it stands. Nobody from the final.
    """
    stage = round_.stage
    if not isinstance(stage, Knockout) or (len(round_.pods) == 1 and not round_.proposal.byes):
        return frozenset()
    later = snapshot.round(round_.round.number + 1)
    if later is not None and later.published:  # Whoever left since then went on all the same.
        return frozenset(later.field)
    return frozenset(through(round_.played, stage.onward, snapshot.out, snapshot.plan.scoring))


def shared(round_: RoundState, table: PodState, on: frozenset[int], scoring: Scoring) -> Shared | None:
    """The place at a table of a knockout that some went on from and some did not, if there was one."""
    if table.result is None or not table.result.places:
        return None
    places = dict(zip(table.result.seats, counted(table.result, scoring), strict=True))
    before = [entrant for entrant in round_.field if entrant in places and entrant not in table.result.missing]
    divided = (
        _divided(place, [entrant for entrant in before if places[entrant] == place], on)
        for place in sorted(set(places.values()))
    )
    return next((found for found in divided if found.on and found.behind), None)


def _divided(place: int, equal: Sequence[int], on: frozenset[int]) -> Shared:
    """Who of those at a place, the best of before first, goes on; and who stood lower. Whoever stood higher and does
    not go on has left.
    """
    last = max((n for n, entrant in enumerate(equal) if entrant in on), default=len(equal))
    going = tuple(entrant for entrant in equal if entrant in on)
    return Shared(place, on=going, behind=tuple(equal[last + 1 :]))
