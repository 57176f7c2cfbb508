"""Table points: the value of a place at a table of any size."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from apps.kernel.game import compute_places
from apps.kernel.words import gettext_noop
from apps.tournaments.scoring.results import Result

Rule: TypeAlias = Literal["place", "last", "nothing"]
"""The rule for an entrant who did not finish: the place of their seat, the last place, or last place and no points.

The last place is shared with others who did not finish.
"""

NO_POINTS: Final = Fraction(0)


class Scoring(Struct, frozen=True):
    """The agreed scoring. A size without a points table pays 1 to the first and 0 to the last, evenly between.

    Entrants who share places share their points.
    """

    tables: tuple[tuple[Decimal, ...], ...] = ()
    """Points by place. Each table applies to as many seats as it has points."""
    win_bonus: Decimal = Decimal(0)
    """The bonus for the first place. Several firsts share it."""
    bye: Decimal = Decimal(1)
    autopilot: Rule = "last"
    missing: Rule = "nothing"


def describe_scoring_flaw(scoring: Scoring) -> str | None:
    """Return the flaw in this scoring, in English for organisers, or None."""
    sizes = [len(table) for table in scoring.tables]
    if len(set(sizes)) != len(sizes):
        return gettext_noop("Two points tables are for the same number of seats.")
    if any(list(table) != sorted(table, reverse=True) for table in scoring.tables):
        return gettext_noop("A lower place can’t earn more points than a higher one.")
    if any(value < 0 for table in scoring.tables for value in table) or scoring.win_bonus < 0 or scoring.bye < 0:
        return gettext_noop("Points can’t be negative.")
    return None


def compute_place_points(size: int, scoring: Scoring) -> tuple[Fraction, ...]:
    """Return the points of each place at a table of `size`, best first, including the win bonus."""
    paid = next((table for table in scoring.tables if len(table) == size), None)
    if paid is not None:
        points = [Fraction(value) for value in paid]
    else:
        points = [Fraction(size - place, size - 1) if size > 1 else Fraction(1) for place in range(1, size + 1)]
    return (points[0] + Fraction(scoring.win_bonus), *points[1:])


def compute_counted_places(result: Result, scoring: Scoring) -> tuple[int, ...]:
    """Return the place that counts for each seat, after the rules for those who did not finish.

    If there is no result, everyone shares the first place.
    """
    reached = result.places or (1,) * len(result.seats)
    behind = len(result.seats) + 1
    return compute_places(
        [
            place if _get_entrant_rule(entrant, result, scoring) == "place" else behind
            for entrant, place in zip(result.seats, reached, strict=True)
        ]
    )


def compute_seat_points(result: Result, scoring: Scoring) -> tuple[Fraction, ...]:
    """Return the exact points of each seat."""
    every, paid = compute_counted_places(result, scoring), compute_place_points(len(result.seats), scoring)
    return tuple(
        NO_POINTS
        if _get_entrant_rule(entrant, result, scoring) == "nothing"
        else _compute_shared_points(place, every, paid)
        for entrant, place in zip(result.seats, every, strict=True)
    )


def _compute_shared_points(place: int, every: Sequence[int], paid: Sequence[Fraction]) -> Fraction:
    sharing = every.count(place)
    return sum(paid[place - 1 : place - 1 + sharing], NO_POINTS) / sharing


def _get_entrant_rule(entrant: int, result: Result, scoring: Scoring) -> Rule:
    if entrant in result.missing:
        return scoring.missing
    return scoring.autopilot if entrant in result.autopilot else "place"
