"""Several matches of one pod, one after the other or on the boards of teams, which count together as one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from apps.kernel.game import places as ranked
from apps.tournaments.scoring.points import NOTHING, Scoring, points, scale
from apps.tournaments.scoring.results import Result


def rotated(seats: Sequence[int], number: int) -> tuple[int, ...]:
    """Return the seat order of the match with this number, from 0. Everyone starts about equally often."""
    turn = number % len(seats)
    return (*seats[turn:], *seats[:turn])


def together(matches: Sequence[Result], scoring: Scoring) -> Result:
    """Combine all matches into one result: places by the sum of points, then of scores.

    An entrant is missing only if they missed every match.
    """
    if len(matches) == 1:
        return matches[0]
    first = matches[0]
    won, scored = _sums(matches, scoring), _scores(matches)
    order = sorted({(won[entrant], scored[entrant]) for entrant in first.seats}, reverse=True)
    return Result(
        round=first.round,
        seats=first.seats,
        places=ranked([order.index((won[entrant], scored[entrant])) for entrant in first.seats])
        if _any(matches)
        else (),
        scores=tuple(scored[entrant] for entrant in first.seats) if any(match.scores for match in matches) else (),
        autopilot=frozenset.intersection(*(match.autopilot | match.missing for match in matches)),
        missing=frozenset.intersection(*(match.missing for match in matches)),
        boards=tuple(won[entrant] for entrant in first.seats),
    )


def decided(matches: Sequence[Result], of: int, scoring: Scoring) -> bool:
    """Check whether all places are final, regardless of what the rest of `of` matches brings."""
    left = of - len(matches)
    if left <= 0 or not matches:
        return left <= 0
    step = scale(len(matches[0].seats), scoring)[0] * left
    falling = sorted(_sums(matches, scoring).values(), reverse=True)
    return all(better - worse > step for better, worse in pairwise(falling))


def _sums(matches: Sequence[Result], scoring: Scoring) -> dict[int, Fraction]:
    sums = dict.fromkeys(matches[0].seats, NOTHING)
    for match in matches:
        for entrant, paid in zip(match.seats, points(match, scoring), strict=True):
            sums[entrant] += paid
    return sums


def _scores(matches: Sequence[Result]) -> dict[int, int]:
    sums = dict.fromkeys(matches[0].seats, 0)
    for match in matches:
        for entrant, score in zip(match.seats, match.scores, strict=False):
            sums[entrant] += score
    return sums


def _any(matches: Sequence[Result]) -> bool:
    return any(match.places for match in matches)
