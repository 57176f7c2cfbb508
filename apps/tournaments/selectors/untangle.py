"""The order of tables in a drawn bracket with as few crossing cords as possible. Pure.

If one of every table advances, no cords need to cross: tables are in the order of those they lead to. If several do,
tables are moved back and forth to the middle of where their entrants come from and go to. The best order found is kept
(Sugiyama, Tagawa and Toda 1981).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import mean
from typing import Final, TypeAlias

Tables: TypeAlias = Sequence[Sequence[int]]
"""The tables of a round: those who sit there, or rest."""

_MAX_SWEEPS: Final = 4


def untangle_tables(rounds: Sequence[Tables]) -> list[list[int]]:
    """Return the numbers of each round's tables from top to bottom."""
    orders = [list(range(len(tables))) for tables in rounds]
    tried = [orders]
    for _sweep in range(_MAX_SWEEPS):
        for step in (1, -1):
            orders = _sweep_rounds(rounds, orders, step)
            tried.append(orders)
            if not count_crossings(rounds, orders):
                return orders
    return min(tried, key=lambda each: count_crossings(rounds, each))


def _sweep_rounds(rounds: Sequence[Tables], before: Sequence[Sequence[int]], step: int) -> list[list[int]]:
    """Sort every round in turn by the neighbour `step` away, starting there."""
    orders = [list(order) for order in before]
    turns = range(len(rounds) - 2, -1, -1) if step == 1 else range(1, len(rounds))
    for number in turns:
        beside = number + step
        orders[number] = _sort_by_neighbours(rounds[number], orders[number], rounds[beside], orders[beside])
    return orders


def count_crossings(rounds: Sequence[Tables], orders: Sequence[Sequence[int]]) -> int:
    """Count the pairs of cords that cross, if each starts and ends anywhere at its tables."""
    found = 0
    for (tables, order), (next_tables, next_order) in pairwise(zip(rounds, orders, strict=True)):
        here, there = _list_entrant_places(tables, order), _list_entrant_places(next_tables, next_order)
        cords = [(here[one], there[one]) for one in there if one in here]
        found += sum((a - c) * (b - d) < 0 for number, (a, b) in enumerate(cords) for c, d in cords[:number])
    return found


def _sort_by_neighbours(tables: Tables, order: Sequence[int], beside: Tables, beside_order: Sequence[int]) -> list[int]:
    """Sort the tables by the middle of their entrants' places in the round beside. Tables without any there stay."""
    there = _list_entrant_places(beside, beside_order)
    middle = {
        table: mean(found) if (found := [there[one] for one in tables[table] if one in there]) else None
        for table in order
    }
    moving = iter(sorted((table for table in order if middle[table] is not None), key=lambda table: middle[table] or 0))
    return [next(moving) if middle[table] is not None else table for table in order]


def _list_entrant_places(tables: Tables, order: Sequence[int]) -> Mapping[int, int]:
    return {one: place for place, table in enumerate(order) for one in tables[table]}
