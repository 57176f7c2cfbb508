"""Statistics of many matches at the same table: length, wins by seat, and reasons for the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from apps.kernel.game import Outcome


@dataclass(frozen=True)
class Short:
    """One finished match, in numbers."""

    moves: int
    facts: int
    outcome: Outcome


@dataclass(frozen=True)
class Chair:
    """The results of one seat."""

    wins: float
    """Its share of all first places. A shared first place counts as a fraction."""
    points: float
    """Its average score."""
    place: float
    """Its average place."""


@dataclass(frozen=True)
class Tally:
    """Statistics of several matches."""

    matches: int
    moves: tuple[int, float, int]
    """Minimum, average and maximum."""
    facts: tuple[int, float, int]
    chairs: tuple[Chair, ...]
    why: tuple[tuple[str, int], ...]
    """Reasons why matches ended and their numbers, the most frequent first."""

    def lines(self, players: Sequence[str]) -> Iterator[str]:
        """Yield the lines of a table to read."""
        yield f"matches {self.matches:>8}"
        for name, (least, average, most) in (("moves", self.moves), ("facts", self.facts)):
            yield f"{name:<7} {average:>8.1f}   ({least} to {most})"
        yield ""
        yield f"{'seat':<6}{'player':<10}{'wins':>8}{'points':>9}{'place':>8}"
        for seat, (player, chair) in enumerate(zip(players, self.chairs, strict=True)):
            yield f"{seat:<6}{player:<10}{chair.wins:>8.1%}{chair.points:>9.1f}{chair.place:>8.2f}"
        yield ""
        yield "ended by"
        for why, times in self.why:
            yield f"{why:<16}{times / self.matches:>8.1%}"


def compute_tally(matches: Iterable[Short]) -> Tally:
    """Compute the statistics of these matches.

    :raises ValueError: if there are no matches
    """
    played = list(matches)
    if not played:
        raise ValueError("no matches to count")
    seats = range(len(played[0].outcome.places))
    return Tally(
        matches=len(played),
        moves=_compute_range([match.moves for match in played]),
        facts=_compute_range([match.facts for match in played]),
        chairs=tuple(_compute_seat_results(seat, [match.outcome for match in played]) for seat in seats),
        why=tuple(Counter(match.outcome.why for match in played).most_common()),
    )


def _compute_range(numbers: Sequence[int]) -> tuple[int, float, int]:
    return min(numbers), mean(numbers), max(numbers)


def _compute_seat_results(seat: int, outcomes: Sequence[Outcome]) -> Chair:
    return Chair(
        wins=mean((o.places[seat] == 1) / o.places.count(1) for o in outcomes),
        points=mean(o.scores[seat] for o in outcomes),
        place=mean(o.places[seat] for o in outcomes),
    )
