"""What no rounds can better, however long one searches: where a search may stop."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations


def lower_bound(size: int, tables: Sequence[int], byes: Sequence[Collection[int]]) -> tuple[int, int]:
    """The least difference between how often two pairs meet, and the least sum of the squares of how often all pairs
    do, for so many at tables of these sizes, with these byes in each round.

    Squares sum up to the least if all pairs meet equally often, or nearly; only then the difference is below two.
    """
    difference, even = even_bound(size, tables, len(byes))
    meetings = len(byes) * _meetings(tables)
    # Of a pair that meets n times, n * n is n, and 2 for each two rounds in which it does.
    again = sum(_meeting_again(tables, size - len({*one, *other})) for one, other in combinations(byes, 2))
    cost = max(even, meetings + 2 * again)
    if cost > even:
        return 2, cost
    return difference, cost


def even_bound(size: int, tables: Sequence[int], times: int) -> tuple[int, int]:
    """The same for so many times these tables if nobody need sit at one of each round: what is left is that meetings
    are whole numbers.
    """
    pairs = size * (size - 1) // 2
    each, more = divmod(times * _meetings(tables), pairs)
    return (1 if more else 0), (pairs - more) * each**2 + more * (each + 1) ** 2


def _meetings(tables: Sequence[int]) -> int:
    """How many pairs sit together."""
    return sum(table * (table - 1) // 2 for table in tables)


def _meeting_again(tables: Sequence[int], playing: int) -> int:
    """How many pairs at least sit together in both of two rounds in which so many play: those of a table divide among
    the tables of the other round, so that each who comes to one of them meets whoever is there already."""
    return sum(sorted(there // len(tables) for table in tables for there in range(table))[:playing])
