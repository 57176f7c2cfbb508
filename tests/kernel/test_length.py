"""Tests of how long the rest of a match will take."""

from __future__ import annotations

import random

import pytest

from apps.kernel.length import PROMPTNESS, Remaining, Waits, compute_remaining_seconds

PACE = {"turn": 86_400, "bid": 43_200}


def simulated(seats: int, allowed: float) -> float:
    """Return the mean time until the last of these seats answers, each exponential and cut off by the deadline."""
    luck = random.Random(seats)
    answers = [
        max(min(luck.expovariate(1 / (allowed * PROMPTNESS)), allowed) for _ in range(seats)) for _ in range(20_000)
    ]
    return sum(answers) / len(answers)


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_it_is_what_a_simulation_of_people_takes(seats: int) -> None:
    told = compute_remaining_seconds(Remaining(1, (Waits("turn", 1, seats),)), PACE, people=1)
    assert told == pytest.approx(simulated(seats, PACE["turn"]), rel=0.02)


def test_kinds_and_times_add_up() -> None:
    one, other = Waits("turn", 3), Waits("bid", 2.5, seats=4)
    apart = sum(compute_remaining_seconds(Remaining(1, (each,)), PACE, people=1) for each in (one, other))
    assert compute_remaining_seconds(Remaining(9, (one, other)), PACE, people=1) == pytest.approx(apart)


def test_bots_are_not_waited_for() -> None:
    remaining = Remaining(9, (Waits("turn", 9), Waits("bid", 2, seats=3)))
    assert compute_remaining_seconds(remaining, PACE, people=0) == 0
    assert compute_remaining_seconds(Remaining(9, (Waits("turn", 9),)), PACE, people=1 / 3) == pytest.approx(
        compute_remaining_seconds(Remaining(3, (Waits("turn", 3),)), PACE, people=1)
    )


def test_more_people_never_make_it_shorter() -> None:
    remaining = Remaining(1, (Waits("bid", 1, seats=6),))
    told = [compute_remaining_seconds(remaining, PACE, people=n / 24) for n in range(25)]
    assert told == sorted(told)
