"""Standings, computed from the results on every request and never stored."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from msgspec import Struct

from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.results import Entrant, Results
from apps.tournaments.scoring.score_sheet import Sheet
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS, USUAL_TIE_BREAKS


class Standing(Struct, frozen=True):
    """One line of the table."""

    place: int
    """The place; 1 is best, and entrants equal in everything share it."""
    entrant: int
    points: Fraction
    pods: int
    """The number of pods played."""
    measures: tuple[Fraction, ...] = ()
    """The tie-break values, as far as they were needed to separate this entrant from the others."""
    withdrawn: bool = False


def compute_standings(
    entrants: Collection[Entrant],
    results: Results,
    *,
    scoring: Scoring,
    seed: bytes,
    order: Sequence[str] = USUAL_TIE_BREAKS,
    disadvantage: Sequence[Sequence[Decimal]] = (),
) -> tuple[Standing, ...]:
    """Return the standings, best first. Entrants who share a place are ordered by id.

    `disadvantage` rates how bad each seat of a table of that size is. For other sizes, each later seat is worse by one.

    :raises ValueError: for an unknown or repeated tie-break, or an entrant named twice
    """
    if len(set(order)) != len(order) or not set(order) <= TIE_BREAKS.keys():
        raise ValueError(f"invalid order of tie-breaks: {', '.join(order)}")
    people = {entrant.id: entrant for entrant in entrants}
    if len(people) != len(entrants):
        raise ValueError("an entrant is listed twice")
    sheet = Sheet(results, scoring, seed, disadvantage)
    table: list[Standing] = []
    for points, equal in _group_equal_numbers({number: sheet.total(number) for number in people}):
        for measures, tied in _resolve_ties(sheet, equal, order):
            place = len(table) + 1
            table += [
                Standing(
                    place, number, points, len(sheet.of(number)), measures.get(number, ()), people[number].withdrawn
                )
                for number in sorted(tied)
            ]
    return tuple(table)


def _resolve_ties(
    sheet: Sheet, tied: Sequence[int], order: Sequence[str]
) -> Iterator[tuple[dict[int, tuple[Fraction, ...]], Sequence[int]]]:
    """Yield groups of entrants who are equal in everything, with the values that separated them from the others."""
    if len(tied) == 1 or not order:
        yield {}, tied
        return
    for value, equal in _group_equal_numbers(dict(TIE_BREAKS[order[0]].measure(sheet, tied))):
        for measures, still in _resolve_ties(sheet, equal, order[1:]):
            yield {number: (value, *measures.get(number, ())) for number in still}, still


def _group_equal_numbers(numbers: dict[int, Fraction]) -> Iterator[tuple[Fraction, list[int]]]:
    """Group entrants with equal numbers, the highest first."""
    falling = sorted(sorted(numbers.items()), key=itemgetter(1), reverse=True)
    for value, group in groupby(falling, key=itemgetter(1)):
        yield value, [number for number, _ in group]
