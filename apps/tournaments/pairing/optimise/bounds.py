"""Bounds that no rounds can beat, however long the search: once they are reached, it can stop."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations


def lower_bound(size: int, tables: Sequence[int], byes: Sequence[Collection[int]]) -> tuple[int, int]:
    """Return the lowest possible difference in meetings between two pairs, and the lowest possible cost.

    The cost is the sum over all pairs of the squares of their meetings. It is lowest if all pairs meet about equally
    often; only then is the difference below two. The tables have these sizes, and each round has these byes.
    """
    difference, even = even_bound(size, tables, len(byes))
    meetings = len(byes) * _count_table_pairs(tables)
    # For a pair that meets n times, n * n is n, plus 2 for each two rounds in which it meets.
    again = sum(_meeting_again(tables, size - len({*one, *other})) for one, other in combinations(byes, 2))
    cost = max(even, meetings + 2 * again)
    if cost > even:
        return 2, cost
    return difference, cost


def even_bound(size: int, tables: Sequence[int], times: int) -> tuple[int, int]:
    """Return the same bounds for `times` rounds of these tables if entrants need not sit once in each round.

    The only limit left is that meetings are whole numbers.
    """
    pairs = size * (size - 1) // 2
    each, more = divmod(times * _count_table_pairs(tables), pairs)
    return (1 if more else 0), (pairs - more) * each**2 + more * (each + 1) ** 2


def _count_table_pairs(tables: Sequence[int]) -> int:
    """Return the number of pairs that sit together."""
    return sum(table * (table - 1) // 2 for table in tables)


def _meeting_again(tables: Sequence[int], playing: int) -> int:
    """Return the minimum number of pairs that sit together in both of two rounds with this many entrants `playing`.

    The entrants of one table are spread over the tables of the other round. Each meets those who are already at their
    new table.
    """
    return sum(sorted(there // len(tables) for table in tables for there in range(table))[:playing])
