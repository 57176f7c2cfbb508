"""Everything that pairing needs to know about earlier rounds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct

from apps.tournaments.scoring.points import NO_POINTS
from apps.tournaments.scoring.results import Results

Pair: TypeAlias = tuple[int, int]
"""Two entrants, the lower id first."""


class Past(Struct, frozen=True):
    scores: Mapping[int, Fraction] = {}
    met: Mapping[Pair, int] = {}
    """Number of meetings by pair."""
    sat: Mapping[int, tuple[Pair, ...]] = {}
    """The seat and table size of each table that an entrant sat at."""
    byes: frozenset[int] = frozenset()
    """Entrants who had a bye."""
    missing: frozenset[int] = frozenset()
    """Entrants who failed to show up at a table. They get no bye."""
    blocks: frozenset[Pair] = frozenset()
    """Pairs who must not meet if that can be avoided."""

    def score(self, entrant: int) -> Fraction:
        return self.scores.get(entrant, NO_POINTS)

    def meetings(self, one: int, other: int) -> int:
        return self.met.get(sort_pair(one, other), 0)

    def blocked(self, one: int, other: int) -> bool:
        return sort_pair(one, other) in self.blocks

    def may_rest(self, entrant: int) -> bool:
        return entrant not in self.byes and entrant not in self.missing

    def then(self, tables: Iterable[Sequence[int]], byes: Iterable[int] = ()) -> Past:
        """Return this past followed by these tables (in seat order) and byes."""
        met, sat = Counter(self.met), dict(self.sat)
        for table in tables:
            met.update(sort_pair(*two) for two in combinations(table, 2))
            for seat, entrant in enumerate(table):
                sat[entrant] = (*sat.get(entrant, ()), (seat, len(table)))
        return Past(self.scores, met, sat, self.byes | frozenset(byes), self.missing, self.blocks)


def sort_pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def build_past(results: Results, *, scores: Mapping[int, Fraction], blocks: Iterable[Pair] = ()) -> Past:
    """Return the past that follows from the results. Entrants who missed a table haven't met the others there."""
    met: Counter[Pair] = Counter()
    sat: dict[int, list[Pair]] = defaultdict(list)
    for pod in sorted(results.pods, key=lambda pod: (pod.round, pod.seats)):
        met.update(
            sort_pair(*two) for two in combinations([number for number in pod.seats if number not in pod.missing], 2)
        )
        for seat, entrant in enumerate(pod.seats):
            sat[entrant].append((seat, len(pod.seats)))
    return Past(
        scores=scores,
        met=met,
        sat={entrant: tuple(seats) for entrant, seats in sat.items()},
        byes=frozenset(bye.entrant for bye in results.byes),
        missing=frozenset(number for pod in results.pods for number in pod.missing),
        blocks=frozenset(sort_pair(*two) for two in blocks),
    )
