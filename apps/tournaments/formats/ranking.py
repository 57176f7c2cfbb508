"""The ranking of a whole tournament: a knockout first, from its final backwards, then the standings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from apps.tournaments.formats.progression import PlayedRound, select_advancing_entrants
from apps.tournaments.scoring.points import Scoring, compute_counted_places
from apps.tournaments.scoring.standings import Standing

_STILL_IN_RANK: Final = 0
"""Sorts before every place: the entrant is still in the knockout."""
_WITHDREW_RANK: Final = 1_000
"""Sorts after every place: the entrant had a bye and left before the next round."""
_MISSED_RANK: Final = 1_001


class Ranked(Struct, frozen=True):
    """One line of the ranking."""

    place: int
    entrant: int
    standing: Standing | None = None
    """The line of the rounds for points; None if there were none."""
    reached: int | None = None
    """The last knockout round they were in, from 0; None if they reached none."""


def compute_ranking(
    standing: Sequence[Standing], order: Sequence[int], knockout: Sequence[PlayedRound], *, onward: int,
    scoring: Scoring, out: Collection[int] = (),
) -> tuple[Ranked, ...]:  # fmt: skip
    """Return everyone, best first. `order` is everyone without the knockout, and `knockout` its published rounds.

    Entrants still in the knockout rank above the others. Within a round the places at the tables decide, then the order
    in which they entered it. Those who missed their table come last there, regardless of the place their seat took.
    """
    lines = {line.entrant: line for line in standing}
    reached = _rank_knockout_entrants(knockout, onward, out, scoring)
    ranked = [
        Ranked(place, entrant, lines.get(entrant), reached[entrant]) for place, entrant in enumerate(reached, start=1)
    ]
    without = [entrant for entrant in order if entrant not in reached]
    for _place, equal in groupby(without, key=lambda entrant: lines[entrant].place if entrant in lines else -entrant):
        place = len(ranked) + 1
        ranked += [Ranked(place, entrant, lines.get(entrant)) for entrant in equal]
    return tuple(ranked)


def _rank_knockout_entrants(
    knockout: Sequence[PlayedRound], onward: int, out: Collection[int], scoring: Scoring
) -> dict[int, int]:
    """Return everyone in a knockout, best first, with the last round they were in."""
    reached: dict[int, int] = {}
    for number, played in reversed(list(enumerate(knockout))):
        latest = number == len(knockout) - 1
        at = dict.fromkeys(played.field, _STILL_IN_RANK if latest else _WITHDREW_RANK) | _list_table_places(
            played, scoring
        )
        if latest:
            at |= _still_in(played, onward, out, scoring)
        best_first = sorted(played.field, key=at.__getitem__)  # Stable: otherwise they keep the order of the field.
        reached |= {entrant: number for entrant in best_first if entrant not in reached}
    return reached


def _list_table_places(played: PlayedRound, scoring: Scoring) -> dict[int, int]:
    """Return everyone's place at the tables that have ended."""
    return {
        entrant: _MISSED_RANK if entrant in pod.missing else place
        for pod in played.pods
        for entrant, place in zip(pod.seats, compute_counted_places(pod, scoring), strict=True)
    }


def _still_in(last: PlayedRound, onward: int, out: Collection[int], scoring: Scoring) -> dict[int, int]:
    """Return the entrants who advance from the last round; none while it is being played, or if it was a final."""
    ended = sum(len(pod.seats) for pod in last.pods) + len(last.byes) == len(last.field)
    if not ended or (len(last.pods) == 1 and not last.byes):
        return {}
    return dict.fromkeys(select_advancing_entrants(last, onward, out, scoring), _STILL_IN_RANK)
