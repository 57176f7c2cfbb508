"""Exhaustive search of a small field, leaving out divisions that are already too expensive half-way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

MAX_EXHAUSTIVE_FIELD: Final = 12
"""The largest field that is searched to the end. It has up to about fifteen thousand divisions."""

_Groups = list[list[int]]


def search_exhaustively(
    sizes: Sequence[int], apart: Sequence[Sequence[int]], alone: Sequence[int], known: Sequence[Sequence[int]]
) -> _Groups:
    """Return the cheapest division, or `known` if none is cheaper."""
    resting = sorted(combinations(range(len(apart)), sizes[0]), key=lambda rest: (sum(alone[i] for i in rest), rest))
    best = sum(alone[i] for i in known[0]) + sum(_compute_group_cost(group, apart) for group in known[1:])
    found: _Groups = [list(group) for group in known]
    for rest in resting:
        paid = sum(alone[i] for i in rest)
        if paid >= best:
            break
        playing = tuple(i for i in range(len(apart)) if i not in rest)
        cheaper = _search_cheaper_division(playing, tuple(sizes[1:]), apart, best - paid)
        if cheaper is not None:
            best, found = paid + cheaper[0], [list(rest), *cheaper[1]]
    return found


def _search_cheaper_division(
    playing: tuple[int, ...], sizes: tuple[int, ...], apart: Sequence[Sequence[int]], limit: int
) -> tuple[int, _Groups] | None:
    """Return the cheapest division below the limit."""
    if limit <= 0:
        return None
    if not playing:
        return 0, []
    found: tuple[int, _Groups] | None = None
    for group, left in _groups_of_first(playing, sizes):
        cost = _compute_group_cost(group, apart)
        rest = _search_cheaper_division(tuple(i for i in playing if i not in group), left, apart, limit - cost)
        if rest is not None:
            limit = cost + rest[0]
            found = limit, [group, *rest[1]]
    return found


def _groups_of_first(playing: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Yield every possible group of the first entrant, larger ones first, with the sizes of the other groups."""
    for size in sorted(set(sizes), reverse=True):
        left = list(sizes)
        left.remove(size)
        for company in combinations(playing[1:], size - 1):
            yield [playing[0], *company], tuple(left)


def _compute_group_cost(group: Sequence[int], apart: Sequence[Sequence[int]]) -> int:
    return sum(apart[one][two] for one, two in combinations(group, 2))
