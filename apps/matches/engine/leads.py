"""Leads of a match: stretches, lead changes and the turning point, from the scores after each move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

Scores = Sequence[Sequence[int]]
"""The score after each move, by seat."""


@dataclass(frozen=True)
class Stretch:
    """A run of moves after which the same seat led alone, or none did."""

    seat: int | None
    begin: int
    end: int
    """The first move after it."""


@dataclass(frozen=True)
class Gain:
    """The points that one seat gained by one move."""

    seat: int
    move: int
    points: int


def list_leaders(scores: Scores) -> tuple[int | None, ...]:
    """Return the sole leader after each move, or None if several shared the lead."""
    return tuple(_find_sole_leader(after) for after in zip(*scores, strict=True))


def list_lead_stretches(scores: Scores) -> tuple[Stretch, ...]:
    """Split the match, from first to last move, wherever the lead changed or became shared."""
    found = []
    for seat, run in groupby(enumerate(list_leaders(scores)), key=lambda each: each[1]):
        moves = [move for move, _ in run]
        found.append(Stretch(seat, moves[0], moves[-1] + 1))
    return tuple(found)


def count_lead_changes(scores: Scores) -> int:
    """Count how often the lead passed to another seat. A leader who was caught but not passed kept it."""
    return len(list_takeovers(scores))


def list_takeovers(scores: Scores) -> tuple[tuple[int, int], ...]:
    """Return the moves by which a seat took the lead from another, with that seat.

    The first leader takes it from no one, and so isn't included.
    """
    alone = [(each.begin, each.seat) for each in list_lead_stretches(scores) if each.seat is not None]
    return tuple(after for before, after in pairwise(alone) if before[1] != after[1])


def turning_point(scores: Scores, winner: int) -> int | None:
    """Return the move from which the winner led alone to the end, or None if they didn't end alone in front."""
    last = list_lead_stretches(scores)[-1]
    return last.begin if last.seat == winner else None


def biggest_gain(scores: Scores) -> Gain | None:
    """Return the largest gain of one seat by one move, the first of equals; None if no one ever gained."""
    return max(_list_gains(scores), key=lambda gain: (gain.points, -gain.move, -gain.seat), default=None)


def _list_gains(scores: Scores) -> Iterator[Gain]:
    for seat, line in enumerate(scores):
        for move in range(1, len(line)):
            if line[move] > line[move - 1]:
                yield Gain(seat, move, line[move] - line[move - 1])


def _find_sole_leader(after: Sequence[int]) -> int | None:
    most = max(after)
    return after.index(most) if after.count(most) == 1 else None
