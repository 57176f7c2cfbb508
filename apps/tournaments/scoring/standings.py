"""Who stands where, computed from the results whenever somebody asks; never stored."""

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
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS, USUAL


class Standing(Struct, frozen=True):
    """One line of the table."""

    place: int
    """1 is best; who is equal in everything shares it."""
    entrant: int
    points: Fraction
    pods: int
    """How many were played."""
    measures: tuple[Fraction, ...] = ()
    """Of the tie-breaks, as far as they were needed to tell this entrant from the others."""
    withdrawn: bool = False


def standings(
    entrants: Collection[Entrant],
    results: Results,
    *,
    scoring: Scoring,
    seed: bytes,
    order: Sequence[str] = USUAL,
    disadvantage: Sequence[Sequence[Decimal]] = (),
) -> tuple[Standing, ...]:
    """Everybody, the best first; who shares a place stands by id. `disadvantage` says how bad each seat of a table of
    that many seats is; where it does not, later seats are worse by one each.

    :raises ValueError: for an unknown or repeated tie-break, or an entrant named twice
    """
    if len(set(order)) != len(order) or not set(order) <= TIE_BREAKS.keys():
        raise ValueError(f"invalid order of tie-breaks: {', '.join(order)}")
    people = {entrant.id: entrant for entrant in entrants}
    if len(people) != len(entrants):
        raise ValueError("an entrant is listed twice")
    sheet = Sheet(results, scoring, seed, disadvantage)
    table: list[Standing] = []
    for points, equal in _split({number: sheet.total(number) for number in people}):
        for measures, tied in _resolve(sheet, equal, order):
            place = len(table) + 1
            table += [
                Standing(
                    place, number, points, len(sheet.of(number)), measures.get(number, ()), people[number].withdrawn
                )
                for number in sorted(tied)
            ]
    return tuple(table)


def _resolve(
    sheet: Sheet, tied: Sequence[int], order: Sequence[str]
) -> Iterator[tuple[dict[int, tuple[Fraction, ...]], Sequence[int]]]:
    """Those who are equal in everything, group by group, and what told them from the others."""
    if len(tied) == 1 or not order:
        yield {}, tied
        return
    for value, equal in _split(dict(TIE_BREAKS[order[0]].measure(sheet, tied))):
        for measures, still in _resolve(sheet, equal, order[1:]):
            yield {number: (value, *measures.get(number, ())) for number in still}, still


def _split(numbers: dict[int, Fraction]) -> Iterator[tuple[Fraction, list[int]]]:
    """Those with equal numbers together, the most first."""
    falling = sorted(sorted(numbers.items()), key=itemgetter(1), reverse=True)
    for value, group in groupby(falling, key=itemgetter(1)):
        yield value, [number for number, _ in group]
