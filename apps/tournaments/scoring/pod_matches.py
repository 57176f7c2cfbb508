"""Several matches of one pod, one after the other or on the boards of teams, which count together as one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from apps.kernel.game import compute_places
from apps.tournaments.scoring.points import NO_POINTS, Scoring, compute_place_points, compute_seat_points
from apps.tournaments.scoring.results import Result


def rotate_seats(seats: Sequence[int], number: int) -> tuple[int, ...]:
    """Return the seat order of the match with this number, from 0. Everyone starts about equally often."""
    turn = number % len(seats)
    return (*seats[turn:], *seats[:turn])


def combine_results(matches: Sequence[Result], scoring: Scoring) -> Result:
    """Combine all matches into one result: places by the sum of points, then of scores.

    An entrant is missing only if they missed every match.
    """
    if len(matches) == 1:
        return matches[0]
    first = matches[0]
    won, scored = _sum_points(matches, scoring), _sum_scores(matches)
    order = sorted({(won[entrant], scored[entrant]) for entrant in first.seats}, reverse=True)
    return Result(
        round=first.round,
        seats=first.seats,
        places=compute_places([order.index((won[entrant], scored[entrant])) for entrant in first.seats])
        if _has_places(matches)
        else (),
        scores=tuple(scored[entrant] for entrant in first.seats) if any(match.scores for match in matches) else (),
        autopilot=frozenset.intersection(*(match.autopilot | match.missing for match in matches)),
        missing=frozenset.intersection(*(match.missing for match in matches)),
        boards=tuple(won[entrant] for entrant in first.seats),
    )


def is_pod_decided(matches: Sequence[Result], of: int, scoring: Scoring) -> bool:
    """Check whether all places are final, regardless of what the rest of `of` matches brings."""
    left = of - len(matches)
    if left <= 0 or not matches:
        return left <= 0
    step = compute_place_points(len(matches[0].seats), scoring)[0] * left
    falling = sorted(_sum_points(matches, scoring).values(), reverse=True)
    return all(better - worse > step for better, worse in pairwise(falling))


def _sum_points(matches: Sequence[Result], scoring: Scoring) -> dict[int, Fraction]:
    sums = dict.fromkeys(matches[0].seats, NO_POINTS)
    for match in matches:
        for entrant, paid in zip(match.seats, compute_seat_points(match, scoring), strict=True):
            sums[entrant] += paid
    return sums


def _sum_scores(matches: Sequence[Result]) -> dict[int, int]:
    sums = dict.fromkeys(matches[0].seats, 0)
    for match in matches:
        for entrant, score in zip(match.seats, match.scores, strict=False):
            sums[entrant] += score
    return sums


def _has_places(matches: Sequence[Result]) -> bool:
    return any(match.places for match in matches)
