"""The ranking of a whole tournament: a knockout first, from its final backwards, then the standings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from msgspec import Struct

from apps.tournaments.formats.progression import PlayedRound, select_advancing_entrants
from apps.tournaments.scoring.points import Scoring, compute_counted_places
from apps.tournaments.scoring.standings import Standing

_THROUGH_RANK: Final = -1
"""Sorts before everyone else: the entrant has advanced from the latest round."""
_STILL_IN_RANK: Final = 0
"""Sorts before every place: the entrant is still playing in the latest round."""
_WITHDREW_RANK: Final = 1_000
"""Sorts after every place: the entrant left without a result, for example with a bye."""
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

    Entrants still in the knockout rank above the others, first those who have advanced from the latest round. Among
    them the places at their tables decide, the latest first. Within a round the places at the tables decide, then the
    order in which they entered it. Those who missed their table come last there, regardless of the place their seat
    took.
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
    places = [_list_table_places(played, scoring) for played in knockout]
    for number, played in reversed(list(enumerate(knockout))):
        latest = number == len(knockout) - 1
        open_ = {one: _STILL_IN_RANK if latest and one not in out else _WITHDREW_RANK for one in played.field}
        through = _list_advanced(played, onward, out, scoring) if latest else ()
        at = open_ | places[number] | dict.fromkeys(through, _THROUGH_RANK)
        # Stable: otherwise they keep the order of the field.
        best_first = sorted(played.field, key=partial(_build_sort_key, at=at, places=places[: number + 1]))
        reached |= {entrant: number for entrant in best_first if entrant not in reached}
    return reached


def _build_sort_key(entrant: int, at: Mapping[int, int], places: Sequence[Mapping[int, int]]) -> tuple[int, ...]:
    """Return an entrant's rank in a round and, if they are still in, their places so far, the latest first."""
    if at[entrant] > _STILL_IN_RANK:
        return (at[entrant],)
    return (at[entrant], *[played.get(entrant, 0) for played in reversed(places)])


def _list_table_places(played: PlayedRound, scoring: Scoring) -> dict[int, int]:
    """Return everyone's place at the tables that have ended."""
    return {
        entrant: _MISSED_RANK if entrant in pod.missing else place
        for pod in played.pods
        for entrant, place in zip(pod.seats, compute_counted_places(pod, scoring), strict=True)
    }


def _list_advanced(last: PlayedRound, onward: int, out: Collection[int], scoring: Scoring) -> tuple[int, ...]:
    """Return the entrants who have advanced from the tables of the last round that have ended; none from a final."""
    if len(last.pods) == 1 and len(last.pods[0].seats) == len(last.field):
        return ()
    return select_advancing_entrants(last, onward, out, scoring)
