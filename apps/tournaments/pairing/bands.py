"""Seeded tables whose people change places within their bands, so that nobody meets again whom they met before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from math import factorial, prod
from typing import Final, TypeAlias

from apps.tournaments.pairing.history import Past

Cost: TypeAlias = tuple[int, int]
"""Pairs who should not meet, then over all pairs the square of how often they met before."""

NOTHING: Final[Cost] = (0, 0)
_FEW: Final = 200
"""So many ways are all tried."""


def fresh(tables: Sequence[Sequence[int]], past: Past) -> list[list[int]]:
    """The same tables, each with one of every band as before: those at the same place of each list. In small rounds
    none is better; elsewhere no two of a band gain anything by changing tables. Among equals who changes least stays.
    """
    bands = [
        [table[place] for table in tables if place < len(table)] for place in range(max(map(len, tables), default=0))
    ]
    if cost(tables, past) == NOTHING:
        return [list(table) for table in tables]
    if prod(factorial(len(band)) for band in bands[1:]) <= _FEW:
        return _tried(tables, bands, past)
    return _settled([list(table) for table in tables], past)


def cost(tables: Iterable[Sequence[int]], past: Past) -> Cost:
    """What is wrong with all of them."""
    every = [_between(one, table[:place], past) for table in tables for place, one in enumerate(table)]
    return sum(blocks for blocks, _ in every), sum(repeats for _, repeats in every)


def _between(one: int, others: Iterable[int], past: Past) -> Cost:
    blocks = repeats = 0
    for other in others:
        blocks += past.blocked(one, other)
        repeats += past.meetings(one, other) ** 2
    return blocks, repeats


def _tried(tables: Sequence[Sequence[int]], bands: Sequence[Sequence[int]], past: Past) -> list[list[int]]:
    """The best of all ways; of these the one in which the fewest stand elsewhere."""

    def moved(found: Sequence[Sequence[int]]) -> int:
        return sum(set(one) != set(other) for one, other in zip(found, tables, strict=True))

    return min(_ways(tables, bands), key=lambda found: (cost(found, past), moved(found)))


def _ways(tables: Sequence[Sequence[int]], bands: Sequence[Sequence[int]]) -> Iterator[list[list[int]]]:
    homes = [[number for number, table in enumerate(tables) if place < len(table)] for place in range(len(bands))]
    for orders in product(bands[:1], *(list(permutations(band)) for band in bands[1:])):
        found: list[list[int]] = [[] for _ in tables]
        for home, order in zip(homes, orders, strict=True):
            for number, one in zip(home, order, strict=True):
                found[number].append(one)
        yield found


def _settled(tables: list[list[int]], past: Past) -> list[list[int]]:
    """Whoever gains most changes places, one pair after the other, until nobody gains anything."""
    while True:
        gains = [
            (gain, abs(here - there), place, here, there)
            for there in range(len(tables))
            for here in range(there)
            for place in range(min(len(tables[here]), len(tables[there])))
            if (gain := _gain(tables[here], tables[there], place, past)) < NOTHING
        ]
        if not gains:
            return tables
        _, _, place, here, there = min(gains)
        tables[here][place], tables[there][place] = tables[there][place], tables[here][place]


def _gain(here: Sequence[int], there: Sequence[int], place: int, past: Past) -> Cost:
    """What it costs more if those two change places; below nothing if it is better."""
    one, other = here[place], there[place]
    near, far = [*here[:place], *here[place + 1 :]], [*there[:place], *there[place + 1 :]]
    now = (_between(one, near, past), _between(other, far, past))
    then = (_between(other, near, past), _between(one, far, past))
    return (sum(c[0] for c in then) - sum(c[0] for c in now), sum(c[1] for c in then) - sum(c[1] for c in now))
