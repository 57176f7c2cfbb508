"""Every tie-break's number of everybody, needed to tell them from others or not, and what it is made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from apps.tournaments.scoring.score_sheet import Sheet
from apps.tournaments.scoring.standings import Standing
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS, Term

_AMONG_TIED: Final = ("direct", "lot")
"""What says nothing of somebody alone."""


class Figure(Struct, frozen=True):
    """A tie-break's number of one entrant."""

    name: str
    value: Fraction | None
    """None where there is nothing to say: a direct meeting or a lot of somebody who is tied with nobody."""
    terms: tuple[Term, ...]
    needed: bool
    """Whether it was asked to tell them from others with equal points."""
    tied: tuple[int, ...]
    """With whom they were equal before it was asked, themselves included."""


def figures(lines: Sequence[Standing], sheet: Sheet, order: Sequence[str]) -> Mapping[int, tuple[Figure, ...]]:
    """By entrant, in the order in which tie-breaks are asked."""
    equal = _equal(lines, len(order))
    return {line.entrant: tuple(_figures(line, sheet, order, equal)) for line in lines}


def _figures(
    line: Standing, sheet: Sheet, order: Sequence[str], equal: Mapping[tuple[Fraction, ...], Sequence[int]]
) -> list[Figure]:
    found = []
    for number, name in enumerate(order):
        tied = tuple(equal.get(_before(line, number), ())) or (line.entrant,)
        needed = len(line.measures) > number
        among = tied if needed else (line.entrant,)
        terms = tuple(TIE_BREAKS[name].terms(sheet, line.entrant, among))
        silent = name in _AMONG_TIED and not needed
        value = None if silent else TIE_BREAKS[name].folded(terms)
        found.append(Figure(name, value, () if silent else terms, needed, among))
    return found


def _equal(lines: Sequence[Standing], most: int) -> Mapping[tuple[Fraction, ...], Sequence[int]]:
    """Who has these points, and these numbers in the first tie-breaks."""
    found: dict[tuple[Fraction, ...], list[int]] = defaultdict(list)
    for line in lines:
        for number in range(min(len(line.measures), most) + 1):
            found[_before(line, number)].append(line.entrant)
    return found


def _before(line: Standing, number: int) -> tuple[Fraction, ...]:
    return (line.points, *line.measures[:number])
