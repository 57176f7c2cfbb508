"""Tests of the value for each seat of final and of likely results."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.kernel.game import compute_places
from apps.kernel.worth import compute_fair_worth, compute_place_worths, compute_prospect_worths


def test_the_first_place_is_most_of_what_a_match_is_worth() -> None:
    assert compute_place_worths((1, 2, 3)) == pytest.approx((1, 0.15, 0))
    assert compute_place_worths((1, 1, 3)) == pytest.approx((0.575, 0.575, 0))


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6))
def test_whatever_the_places_as_much_is_shared_out(scores: list[int]) -> None:
    worths = compute_place_worths(compute_places([-score for score in scores]))
    assert sum(worths) == pytest.approx(len(scores) * compute_fair_worth(len(scores)))
    assert all(0 <= each <= 1 for each in worths)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=6).filter(lambda each: sum(each) > 0.01))
def test_likely_ends_share_out_as_much_as_ends_do(weights: list[float]) -> None:
    worths = compute_prospect_worths([each / sum(weights) for each in weights])
    assert sum(worths) == pytest.approx(len(weights) * compute_fair_worth(len(weights)))
    assert all(0 <= each <= 1 for each in worths)


def test_who_is_sure_to_win_has_all_and_equals_have_their_share() -> None:
    assert compute_prospect_worths((1.0, 0.0, 0.0))[0] == pytest.approx(1)
    assert compute_prospect_worths((0.25,) * 4) == pytest.approx((compute_fair_worth(4),) * 4)
