"""Who led a match when: stretches, changes of the lead, and the turning point, from the scores after each move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

Scores = Sequence[Sequence[int]]
"""By seat, the score after each move."""


@dataclass(frozen=True)
class Stretch:
    """Moves after which the same seat was alone in front, or nobody was."""

    seat: int | None
    begin: int
    end: int
    """The first move that is no part of it."""


@dataclass(frozen=True)
class Gain:
    """What one seat got by one move."""

    seat: int
    move: int
    points: int


def leaders(scores: Scores) -> tuple[int | None, ...]:
    """After each move who was alone in front; None where several shared the lead."""
    return tuple(_alone(after) for after in zip(*scores, strict=True))


def stretches(scores: Scores) -> tuple[Stretch, ...]:
    """The match from its first move to its last, cut where the lead changed or came to be shared."""
    found = []
    for seat, run in groupby(enumerate(leaders(scores)), key=lambda each: each[1]):
        moves = [move for move, _ in run]
        found.append(Stretch(seat, moves[0], moves[-1] + 1))
    return tuple(found)


def changes(scores: Scores) -> int:
    """How often somebody else took the lead: whoever was caught up with but not passed led on."""
    return len(takeovers(scores))


def takeovers(scores: Scores) -> tuple[tuple[int, int], ...]:
    """The moves by which somebody took the lead from somebody else, and who did; who is the first to lead takes it
    from nobody.
    """
    alone = [(each.begin, each.seat) for each in stretches(scores) if each.seat is not None]
    return tuple(after for before, after in pairwise(alone) if before[1] != after[1])


def turning_point(scores: Scores, winner: int) -> int | None:
    """The move by which the winner took the lead and was passed by nobody any more: 0 if they had it from the deal on.

    Where a tie was decided otherwise it is the move by which they drew level for good; None if they never did.
    """
    level = None
    for move, after in reversed(list(enumerate(zip(*scores, strict=True)))):
        if after[winner] < max(after):
            break
        level = move
    if level is None:
        return None
    return next((move for move, seat in enumerate(leaders(scores)) if move >= level and seat == winner), level)


def biggest_gain(scores: Scores) -> Gain | None:
    """The most that one seat got by one move, the first of equals; None if nobody ever got anything."""
    return max(_gains(scores), key=lambda gain: (gain.points, -gain.move, -gain.seat), default=None)


def _gains(scores: Scores) -> Iterator[Gain]:
    for seat, line in enumerate(scores):
        for move in range(1, len(line)):
            if line[move] > line[move - 1]:
                yield Gain(seat, move, line[move] - line[move - 1])


def _alone(after: Sequence[int]) -> int | None:
    most = max(after)
    return after.index(most) if after.count(most) == 1 else None
