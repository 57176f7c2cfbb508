"""Seat order at a table: entrants who have sat early sit late."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import count
from typing import Final, TypeAlias

from apps.tournaments.pairing.history import Pair, Past

EDGE_SEAT_LEAN: Final = 420
"""The distance from the middle seat to the first or last: a multiple of all distances at up to eight seats."""
_REPEATED_SEAT_COST: Final = 10**9
_Part: TypeAlias = tuple[int, int]
"""An entrant, or one of several parts that they count as."""


def order_seats(table: Sequence[int], past: Past) -> tuple[int, ...]:
    """Return the best order: avoid a seat that someone has had more often than others, then balance early and late.

    On a tie, the given order decides.
    """
    size = len(table)
    costs = [[_compute_seat_cost(past.sat.get(entrant, ()), seat, size) for seat in range(size)] for entrant in table]
    best: dict[int, tuple[int, tuple[int, ...]]] = {
        0: (0, ())
    }  # Bits of the entrants in the first seats → cost, order.
    for sitting in range(1, 1 << size):
        seat = sitting.bit_count() - 1
        before = [(i, *best[sitting ^ 1 << i]) for i in range(size) if sitting >> i & 1]
        best[sitting] = min([(cost + costs[i][seat], (*order, i)) for i, cost, order in before])
    return tuple(table[i] for i in best[(1 << size) - 1][1])


def balance_seats(tables: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Order tables of one size so that the number of times an entrant has each seat differs by at most one.

    This is always possible. Seats are colours of the edges between entrants and tables, and a bipartite graph needs no
    more colours than its greatest degree (Kőnig 1916). An entrant with more tables than a table has seats counts as
    several.
    """
    at: dict[_Part, dict[int, int]] = defaultdict(dict)
    whose: list[dict[int, _Part]] = [{} for _ in tables]
    times: Counter[int] = Counter()
    size = len(tables[0])
    for number, table in enumerate(tables):
        for entrant in table:
            one = entrant, times[entrant] // size
            times[entrant] += 1
            seat = next(seat for seat in range(size) if seat not in at[one])
            _vacate_seat(seat, number, at, whose)
            at[one][seat], whose[number][seat] = number, one
    return [tuple(seats[seat][0] for seat in range(size)) for seats in whose]


def _vacate_seat(seat: int, table: int, at: dict[_Part, dict[int, int]], whose: list[dict[int, _Part]]) -> None:
    """Free this seat by moving its entrant to a seat that is free at the table.

    If that entrant has the other seat at another table, the two seats are swapped there, and so on. The path never
    returns to its start, because the entrant who needs the seat has none like it.
    """
    other = next(free for free in count() if free not in whose[table])
    moves: list[tuple[int, int, int, _Part]] = []
    here: int | None = table
    while here is not None and seat in whose[here]:
        one = whose[here][seat]
        moves.append((here, seat, other, one))
        here = at[one].get(other)
        if here is not None:
            moves.append((here, other, seat, one))
    for where, before, _after, one in moves:
        del whose[where][before], at[one][before]
    for where, _before, after, one in moves:
        whose[where][after], at[one][after] = one, where


def compute_lean(sat: Sequence[Pair]) -> int:
    """Return a number below zero for entrants who have sat early, above for late. `EDGE_SEAT_LEAN` is one edge."""
    return sum(_compute_lateness(seat, size) for seat, size in sat)


def _compute_lateness(seat: int, size: int) -> int:
    return EDGE_SEAT_LEAN * (2 * seat - size + 1) // (size - 1) if size > 1 else 0


def _compute_seat_cost(sat: Sequence[Pair], seat: int, size: int) -> int:
    again = 2 * sum(1 for other, _ in sat if other == seat) + 1
    return _REPEATED_SEAT_COST * again + (compute_lean(sat) + _compute_lateness(seat, size)) ** 2
