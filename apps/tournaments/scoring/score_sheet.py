"""The score sheet: what every entrant did in every pod, added up once for all tie-breaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeAlias

from apps.tournaments.scoring.points import NOTHING, Scoring, counted, points
from apps.tournaments.scoring.results import Result, Results

Places: TypeAlias = tuple[int, ...]
"""By seat, as they count."""
_WON: Final = Fraction(1)
_HALF: Final = Fraction(1, 2)


class Part:
    """What one pod was for one entrant."""

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
        """By opponent: 1 if this entrant's place was better than theirs, a half if it was the same, else 0."""
        mine = self.places[self.seat]
        theirs = (*self.places[: self.seat], *self.places[self.seat + 1 :])
        return tuple(_WON if mine < place else _HALF if mine == place else NOTHING for place in theirs)


class Sheet:
    """All pods of a tournament, read once. `seed` decides lots."""

    def __init__(
        self, results: Results, scoring: Scoring, seed: bytes, disadvantage: Sequence[Sequence[Decimal]] = ()
    ) -> None:
        self.seed, self.disadvantage, self._results, self._scoring = seed, disadvantage, results, scoring

    @cached_property
    def parts(self) -> dict[int, list[Part]]:
        """Entrant → their pods, in order of rounds."""
        found: dict[int, list[Part]] = defaultdict(list)
        for number, result in enumerate(sorted(self._results.pods, key=lambda pod: (pod.round, pod.seats))):
            paid, places = points(result, self._scoring), counted(result, self._scoring)
            shares = _shares(result, self._scoring)
            for seat, entrant in enumerate(result.seats):
                won = bool(result.places) and places[seat] == 1 and paid[seat] > 0
                first = Fraction(1, places.count(1)) if won else NOTHING
                found[entrant].append(Part(result, seat, number, paid[seat], first, shares[seat], places))
        return found

    @cached_property
    def totals(self) -> dict[int, Fraction]:
        """Entrant → points of all pods and byes."""
        sums = {entrant: sum((part.points for part in parts), NOTHING) for entrant, parts in self.parts.items()}
        for bye in self._results.byes:
            sums[bye.entrant] = sums.get(bye.entrant, NOTHING) + Fraction(self._scoring.bye)
        return sums

    @cached_property
    def byes(self) -> dict[int, list[int]]:
        """Entrant → the rounds in which they had one."""
        found: dict[int, list[int]] = defaultdict(list)
        for bye in self._results.byes:
            found[bye.entrant].append(bye.round)
        return found

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """All that have brought somebody points so far."""
        return tuple(sorted({pod.round for pod in self._results.pods} | {bye.round for bye in self._results.byes}))

    def brought(self, entrant: int, number: int) -> Fraction:
        """What one round brought them."""
        paid = sum((part.points for part in self.of(entrant) if part.round == number), NOTHING)
        return paid + self.byes.get(entrant, []).count(number) * Fraction(self._scoring.bye)

    def of(self, entrant: int) -> list[Part]:
        return self.parts.get(entrant, [])

    def total(self, entrant: int) -> Fraction:
        return self.totals.get(entrant, NOTHING)


def _shares(result: Result, scoring: Scoring) -> tuple[Fraction, ...]:
    """Each seat's part of what the table scored, 0 to 1. Counted from the lowest score if one is below zero; who did
    not finish has none unless the place of their seat counts."""
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
