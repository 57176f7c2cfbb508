"""Tests of table points under the tournament's settings."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.kernel.game import compute_places
from apps.tournaments.scoring.points import Scoring, compute_seat_points, describe_scoring_flaw
from apps.tournaments.scoring.results import Result

ADA, BEN, CLEO, DORA = 1, 2, 3, 4
FOUR = (ADA, BEN, CLEO, DORA)
USUAL = Scoring()


def paid(places: tuple[int, ...], scoring: Scoring = USUAL, **more: Any) -> tuple[Fraction, ...]:
    return compute_seat_points(Result(1, FOUR[: len(places)] if places else FOUR, places, **more), scoring)


def test_the_first_gets_one_the_last_nothing_the_others_evenly_between() -> None:
    assert paid((2, 1, 4, 3)) == (Fraction(2, 3), 1, 0, Fraction(1, 3))
    assert paid((3, 1, 2)) == (0, 1, Fraction(1, 2))
    assert paid((2, 1)) == (0, 1)


def test_who_shares_places_shares_their_points() -> None:
    assert paid((1, 2, 2, 4)) == (1, Fraction(1, 2), Fraction(1, 2), 0)
    assert paid((1, 1, 1)) == (Fraction(1, 2),) * 3


def test_a_win_bonus_is_shared_by_those_who_win_together() -> None:
    bonus = Scoring(win_bonus=Decimal("0.5"))
    assert paid((1, 2, 3), bonus) == (Fraction(3, 2), Fraction(1, 2), 0)
    assert paid((1, 1, 3), bonus) == (1, 1, 0)


def test_a_table_of_its_own_counts_for_its_size_only() -> None:
    own = Scoring(tables=((Decimal(5), Decimal(3), Decimal(1), Decimal(0)),))
    assert paid((4, 2, 2, 1), own) == (0, 2, 2, 5)
    assert paid((1, 2, 3), own) == (1, Fraction(1, 2), 0)


def test_without_a_result_everybody_shares_everything() -> None:
    assert paid(()) == (Fraction(1, 2),) * 4


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("place", (1, Fraction(2, 3), Fraction(1, 3), 0)),
        ("last", (0, 1, Fraction(2, 3), Fraction(1, 3))),
        ("nothing", (0, 1, Fraction(2, 3), Fraction(1, 3))),
    ],
)
def test_a_seat_finished_by_a_bot_counts_by_the_rule(rule, expected) -> None:
    assert paid((1, 2, 3, 4), Scoring(autopilot=rule), autopilot=frozenset({ADA})) == expected


def test_those_who_did_not_finish_share_the_last_places_or_get_nothing() -> None:
    gone = frozenset({ADA, BEN})
    assert paid((1, 2, 3, 4), Scoring(missing="last"), missing=gone) == (
        Fraction(1, 6), Fraction(1, 6), 1, Fraction(2, 3),
    )  # fmt: skip
    assert paid((1, 2, 3, 4), Scoring(missing="nothing"), missing=gone) == (0, 0, 1, Fraction(2, 3))


def test_who_never_came_is_missing_even_if_a_bot_played_on() -> None:
    both = Scoring(autopilot="place", missing="nothing")
    assert paid((1, 2), both, autopilot=frozenset({ADA}), missing=frozenset({ADA})) == (0, 1)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=8))
def test_a_table_always_pays_half_a_point_a_seat_and_never_more_for_less(ranks: list[int]) -> None:
    got = compute_seat_points(Result(1, tuple(range(len(ranks))), compute_places(ranks)), Scoring())
    assert sum(got) == Fraction(len(ranks), 2)
    order = sorted(zip(ranks, got, strict=True))
    assert all(first[1] >= then[1] for first, then in pairwise(order))
    assert all((one == other) == (a == b) for one, a in order for other, b in order)


@pytest.mark.parametrize(
    "scoring",
    [
        Scoring(tables=((Decimal(1), Decimal(0)), (Decimal(2), Decimal(0)))),
        Scoring(tables=((Decimal(1), Decimal(2)),)),
        Scoring(tables=((Decimal(1), Decimal(-1)),)),
        Scoring(win_bonus=Decimal(-1)),
        Scoring(bye=Decimal(-1)),
    ],
)
def test_a_scoring_that_makes_no_sense_is_told(scoring: Scoring) -> None:
    assert describe_scoring_flaw(scoring)
    assert describe_scoring_flaw(Scoring()) is None
