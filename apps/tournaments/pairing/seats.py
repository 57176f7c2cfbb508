"""Who sits where at a table: whoever sat early sits late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from apps.tournaments.pairing.history import Pair, Past

HALF: Final = 420
"""From the middle seat to the first or last of any table; a multiple of all distances between up to eight seats."""
_OFTEN: Final = 10**9


def ordered(table: Sequence[int], past: Past) -> tuple[int, ...]:
    """The best order: first nobody sits again where they sat more often than elsewhere, then early and late even out.

    Equal orders are decided by the order given.
    """
    size = len(table)
    costs = [[_cost(past.sat.get(entrant, ()), seat, size) for seat in range(size)] for entrant in table]
    best: dict[int, tuple[int, tuple[int, ...]]] = {
        0: (0, ())
    }  # Bits of those who sit in the first seats → cost, order.
    for sitting in range(1, 1 << size):
        seat = sitting.bit_count() - 1
        before = [(i, *best[sitting ^ 1 << i]) for i in range(size) if sitting >> i & 1]
        best[sitting] = min([(cost + costs[i][seat], (*order, i)) for i, cost, order in before])
    return tuple(table[i] for i in best[(1 << size) - 1][1])


def lean(sat: Sequence[Pair]) -> int:
    """Below zero for somebody who sat early so far, above for late; `HALF` is one first or last seat."""
    return sum(_lateness(seat, size) for seat, size in sat)


def _lateness(seat: int, size: int) -> int:
    return HALF * (2 * seat - size + 1) // (size - 1) if size > 1 else 0


def _cost(sat: Sequence[Pair], seat: int, size: int) -> int:
    again = 2 * sum(1 for other, _ in sat if other == seat) + 1
    return _OFTEN * again + (lean(sat) + _lateness(seat, size)) ** 2
