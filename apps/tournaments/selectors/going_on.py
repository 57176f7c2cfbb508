"""Qualification for a knockout, final or provisional, and advancing from its tables, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apps.tournaments.formats.progression import select_advancing_entrants
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.scoring.points import Scoring, compute_counted_places
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot


@dataclass(frozen=True)
class Shared:
    """A place shared by several entrants, of whom not all advance."""

    place: int
    on: tuple[int, ...]
    """Those who advance, because they were ranked higher before."""
    behind: tuple[int, ...]


def list_qualified_entrants(snapshot: TournamentSnapshot) -> frozenset[int]:
    """Return the entrants who have qualified for the knockout, or currently would.

    The result is empty if no knockout follows rounds for points.
    """
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
    """Return the entrants who advanced from a knockout round; empty for the final.

    Until the next round is published, these are the provisional ones from tables that have ended.
    """
    stage = round_.stage
    if not isinstance(stage, Knockout) or (len(round_.pods) == 1 and not round_.proposal.byes):
        return frozenset()
    later = snapshot.round(round_.round.number + 1)
    if later is not None and later.published:  # Those who have left since then advanced all the same.
        return frozenset(later.field)
    return frozenset(select_advancing_entrants(round_.played, stage.onward, snapshot.out, snapshot.plan.scoring))


def get_shared_place(round_: RoundState, table: PodState, on: frozenset[int], scoring: Scoring) -> Shared | None:
    """Return the place at a knockout table from which only some advanced, if there was one."""
    if table.result is None or not table.result.places:
        return None
    places = dict(zip(table.result.seats, compute_counted_places(table.result, scoring), strict=True))
    before = [entrant for entrant in round_.field if entrant in places and entrant not in table.result.missing]
    divided = (
        _split_tied_entrants(place, [entrant for entrant in before if places[entrant] == place], on)
        for place in sorted(set(places.values()))
    )
    return next((found for found in divided if found.on and found.behind), None)


def _split_tied_entrants(place: int, equal: Sequence[int], on: frozenset[int]) -> Shared:
    """Split the entrants at a place, the highest ranked before first, into those who advance and those ranked lower.

    Entrants who were ranked higher and don't advance have left.
    """
    last = max((n for n, entrant in enumerate(equal) if entrant in on), default=len(equal))
    going = tuple(entrant for entrant in equal if entrant in on)
    return Shared(place, on=going, behind=tuple(equal[last + 1 :]))
