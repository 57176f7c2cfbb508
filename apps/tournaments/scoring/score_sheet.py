"""The score sheet: every entrant's part in every pod, added up once for all tie-breaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeAlias

from apps.tournaments.scoring.points import NO_POINTS, Scoring, compute_counted_places, compute_seat_points
from apps.tournaments.scoring.results import Result, Results

Places: TypeAlias = tuple[int, ...]
"""Places by seat, as they count."""
_WON: Final = Fraction(1)
_HALF: Final = Fraction(1, 2)


class Part:
    """One entrant's part in one pod."""

    __slots__ = ("boards", "first", "opponents", "places", "pod", "points", "round", "seat", "share", "size")

    def __init__(
        self, result: Result, seat: int, pod: int, paid: Fraction, first: Fraction, share: Fraction, places: Places
    ) -> None:
        self.pod, self.round, self.seat, self.size = pod, result.round, seat, len(result.seats)
        self.points, self.first, self.share, self.places = paid, first, share, places
        self.boards = result.boards[seat] if result.boards else paid
        self.opponents = (*result.seats[:seat], *result.seats[seat + 1 :])

    @property
    def beaten(self) -> tuple[Fraction, ...]:
        """Return a number per opponent: 1 if this entrant's place was better, a half if equal, otherwise 0."""
        mine = self.places[self.seat]
        theirs = (*self.places[: self.seat], *self.places[self.seat + 1 :])
        return tuple(_WON if mine < place else _HALF if mine == place else NO_POINTS for place in theirs)


class Sheet:
    """All pods of a tournament, read once. `seed` decides lots."""

    def __init__(
        self, results: Results, scoring: Scoring, seed: bytes, disadvantage: Sequence[Sequence[Decimal]] = ()
    ) -> None:
        self.seed, self.disadvantage, self._results, self._scoring = seed, disadvantage, results, scoring

    @cached_property
    def parts(self) -> dict[int, list[Part]]:
        """Return the pods of each entrant, in order of rounds."""
        found: dict[int, list[Part]] = defaultdict(list)
        for number, result in enumerate(sorted(self._results.pods, key=lambda pod: (pod.round, pod.seats))):
            paid, places = compute_seat_points(result, self._scoring), compute_counted_places(result, self._scoring)
            shares = _compute_score_shares(result, self._scoring)
            for seat, entrant in enumerate(result.seats):
                won = bool(result.places) and places[seat] == 1 and paid[seat] > 0
                first = Fraction(1, places.count(1)) if won else NO_POINTS
                found[entrant].append(Part(result, seat, number, paid[seat], first, shares[seat], places))
        return found

    @cached_property
    def totals(self) -> dict[int, Fraction]:
        """Return each entrant's points from all pods and byes."""
        sums = {entrant: sum((part.points for part in parts), NO_POINTS) for entrant, parts in self.parts.items()}
        for bye in self._results.byes:
            sums[bye.entrant] = sums.get(bye.entrant, NO_POINTS) + Fraction(self._scoring.bye)
        return sums

    @cached_property
    def byes(self) -> dict[int, list[int]]:
        """Return the rounds in which each entrant had a bye."""
        found: dict[int, list[int]] = defaultdict(list)
        for bye in self._results.byes:
            found[bye.entrant].append(bye.round)
        return found

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """Return all rounds in which someone has played or had a bye so far."""
        return tuple(sorted({pod.round for pod in self._results.pods} | {bye.round for bye in self._results.byes}))

    def brought(self, entrant: int, number: int) -> Fraction:
        """Return the points that one round earned this entrant."""
        paid = sum((part.points for part in self.of(entrant) if part.round == number), NO_POINTS)
        return paid + self.byes.get(entrant, []).count(number) * Fraction(self._scoring.bye)

    def of(self, entrant: int) -> list[Part]:
        return self.parts.get(entrant, [])

    def total(self, entrant: int) -> Fraction:
        return self.totals.get(entrant, NO_POINTS)


def _compute_score_shares(result: Result, scoring: Scoring) -> tuple[Fraction, ...]:
    """Return each seat's share of everything the table scored, 0 to 1.

    If a score is below zero, shares are counted from the lowest score. Entrants who did not finish have no share unless
    the place of their seat counts.
    """
    size = len(result.seats)
    if not result.scores:
        return (Fraction(1, size),) * size
    gone = (result.missing if scoring.missing != "place" else frozenset()) | (
        (result.autopilot - result.missing) if scoring.autopilot != "place" else frozenset()
    )
    ground = min(0, *result.scores)
    heights = [
        0 if entrant in gone else score - ground for entrant, score in zip(result.seats, result.scores, strict=True)
    ]
    whole = sum(heights)
    return tuple(Fraction(height, whole) if whole else Fraction(1, size) for height in heights)
