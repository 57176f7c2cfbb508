"""The value of every tie-break for every entrant, whether it was needed, and the terms it is made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from apps.tournaments.scoring.score_sheet import Sheet
from apps.tournaments.scoring.standings import Standing
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS, Term

_TIED_ONLY_TIE_BREAKS: Final = ("direct", "lot")
"""Tie-breaks that mean nothing for an entrant alone."""


class Figure(Struct, frozen=True):
    """One entrant's value of a tie-break."""

    name: str
    value: Fraction | None
    """The value; None for a direct meeting or a lot if the entrant is tied with no one."""
    terms: tuple[Term, ...]
    needed: bool
    """Whether the tie-break was needed to separate them from others with equal points."""
    tied: tuple[int, ...]
    """The entrants who were still tied before this tie-break, including this one."""


def compute_figures(lines: Sequence[Standing], sheet: Sheet, order: Sequence[str]) -> Mapping[int, tuple[Figure, ...]]:
    """Return the figures by entrant, in the order of the tie-breaks."""
    equal = _group_equal_entrants(lines, len(order))
    return {line.entrant: tuple(_compute_entrant_figures(line, sheet, order, equal)) for line in lines}


def _compute_entrant_figures(
    line: Standing, sheet: Sheet, order: Sequence[str], equal: Mapping[tuple[Fraction, ...], Sequence[int]]
) -> list[Figure]:
    found = []
    for number, name in enumerate(order):
        tied = tuple(equal.get(_list_earlier_values(line, number), ())) or (line.entrant,)
        needed = len(line.measures) > number
        among = tied if needed else (line.entrant,)
        terms = tuple(TIE_BREAKS[name].terms(sheet, line.entrant, among))
        silent = name in _TIED_ONLY_TIE_BREAKS and not needed
        value = None if silent else TIE_BREAKS[name].folded(terms)
        found.append(Figure(name, value, () if silent else terms, needed, among))
    return found


def _group_equal_entrants(lines: Sequence[Standing], most: int) -> Mapping[tuple[Fraction, ...], Sequence[int]]:
    """Group the entrants by their points and their values in the first tie-breaks."""
    found: dict[tuple[Fraction, ...], list[int]] = defaultdict(list)
    for line in lines:
        for number in range(min(len(line.measures), most) + 1):
            found[_list_earlier_values(line, number)].append(line.entrant)
    return found


def _list_earlier_values(line: Standing, number: int) -> tuple[Fraction, ...]:
    return (line.points, *line.measures[:number])
