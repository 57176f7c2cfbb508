"""Seeded tables whose entrants swap within their bands, so that as few as possible meet again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from math import factorial, prod
from typing import Final, TypeAlias

from apps.tournaments.pairing.history import Past

Cost: TypeAlias = tuple[int, int]
"""The number of pairs who should not meet, then over all pairs the square of how often they have met."""

NO_COST: Final[Cost] = (0, 0)
_MAX_TRIED_ARRANGEMENTS: Final = 200
"""The number of arrangements up to which all of them are tried."""


def rearrange_within_bands(tables: Sequence[Sequence[int]], past: Past) -> list[list[int]]:
    """Rearrange the tables within their bands (the entrants at the same place of each list) to avoid repeats.

    In small rounds the result is the best possible. In larger ones no two entrants of a band can gain by swapping
    tables. On a tie, the arrangement with the fewest changes wins.
    """
    bands = [
        [table[place] for table in tables if place < len(table)] for place in range(max(map(len, tables), default=0))
    ]
    if compute_tables_cost(tables, past) == NO_COST:
        return [list(table) for table in tables]
    if prod(factorial(len(band)) for band in bands[1:]) <= _MAX_TRIED_ARRANGEMENTS:
        return _search_all_arrangements(tables, bands, past)
    return _improve_by_swaps([list(table) for table in tables], past)


def compute_tables_cost(tables: Iterable[Sequence[int]], past: Past) -> Cost:
    """Return the total cost of these tables."""
    every = [_compute_meeting_cost(one, table[:place], past) for table in tables for place, one in enumerate(table)]
    return sum(blocks for blocks, _ in every), sum(repeats for _, repeats in every)


def _compute_meeting_cost(one: int, others: Iterable[int], past: Past) -> Cost:
    blocks = repeats = 0
    for other in others:
        blocks += past.blocked(one, other)
        repeats += past.meetings(one, other) ** 2
    return blocks, repeats


def _search_all_arrangements(
    tables: Sequence[Sequence[int]], bands: Sequence[Sequence[int]], past: Past
) -> list[list[int]]:
    """Return the best of all arrangements; on a tie, the one that changes the fewest tables."""

    def moved(found: Sequence[Sequence[int]]) -> int:
        return sum(set(one) != set(other) for one, other in zip(found, tables, strict=True))

    return min(_list_arrangements(tables, bands), key=lambda found: (compute_tables_cost(found, past), moved(found)))


def _list_arrangements(tables: Sequence[Sequence[int]], bands: Sequence[Sequence[int]]) -> Iterator[list[list[int]]]:
    homes = [[number for number, table in enumerate(tables) if place < len(table)] for place in range(len(bands))]
    for orders in product(bands[:1], *(list(permutations(band)) for band in bands[1:])):
        found: list[list[int]] = [[] for _ in tables]
        for home, order in zip(homes, orders, strict=True):
            for number, one in zip(home, order, strict=True):
                found[number].append(one)
        yield found


def _improve_by_swaps(tables: list[list[int]], past: Past) -> list[list[int]]:
    """Swap the pair that gains most, again and again, until no swap gains anything."""
    while True:
        gains = [
            (gain, abs(here - there), place, here, there)
            for there in range(len(tables))
            for here in range(there)
            for place in range(min(len(tables[here]), len(tables[there])))
            if (gain := _compute_swap_gain(tables[here], tables[there], place, past)) < NO_COST
        ]
        if not gains:
            return tables
        _, _, place, here, there = min(gains)
        tables[here][place], tables[there][place] = tables[there][place], tables[here][place]


def _compute_swap_gain(here: Sequence[int], there: Sequence[int], place: int, past: Past) -> Cost:
    """Return how much a swap of these two adds to the cost; the result is below NOTHING if the swap is better."""
    one, other = here[place], there[place]
    near, far = [*here[:place], *here[place + 1 :]], [*there[:place], *there[place + 1 :]]
    now = (_compute_meeting_cost(one, near, past), _compute_meeting_cost(other, far, past))
    then = (_compute_meeting_cost(other, near, past), _compute_meeting_cost(one, far, past))
    return (sum(c[0] for c in then) - sum(c[0] for c in now), sum(c[1] for c in then) - sum(c[1] for c in now))
