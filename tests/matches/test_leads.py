"""Tests of who led a match when, as laws of any course of scores."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from apps.matches.engine import leads

LINES = st.integers(2, 6).flatmap(
    lambda seats: st.integers(1, 12).flatmap(
        lambda moves: st.lists(
            st.lists(st.integers(-3, 4), min_size=moves, max_size=moves), min_size=seats, max_size=seats
        )
    )
)


@given(LINES)
def test_stretches_are_the_whole_match_and_neighbours_differ(scores: list[list[int]]) -> None:
    found = leads.list_lead_stretches(scores)
    assert [seat for each in found for seat in [each.seat] * (each.end - each.begin)] == list(
        leads.list_leaders(scores)
    )
    assert [each.begin for each in found[1:]] == [each.end for each in found[:-1]]
    assert all(one.seat != other.seat for one, other in pairwise(found))


@given(LINES)
def test_the_lead_changes_as_often_as_the_next_who_is_alone_in_front_is_another(scores: list[list[int]]) -> None:
    alone = [seat for seat in leads.list_leaders(scores) if seat is not None]
    assert leads.count_lead_changes(scores) == sum(one != other for one, other in pairwise(alone))


@given(LINES)
def test_from_the_turning_point_on_the_winner_led_alone_and_before_it_they_did_not(scores: list[list[int]]) -> None:
    leaders = leads.list_leaders(scores)
    for seat in range(len(scores)):
        turn = leads.turning_point(scores, seat)
        assert (turn is not None) == (leaders[-1] == seat)
        if turn is not None:
            assert set(leaders[turn:]) == {seat}
            assert not turn or leaders[turn - 1] != seat


@given(LINES)
def test_who_did_not_end_in_front_has_no_turning_point(scores: list[list[int]]) -> None:
    final = [line[-1] for line in scores]
    loser = final.index(min(final))
    if final[loser] < max(final):
        assert leads.turning_point(scores, loser) is None


@given(LINES)
def test_nobody_ever_gained_more_than_the_biggest_gain(scores: list[list[int]]) -> None:
    steps = [after - before for line in scores for before, after in pairwise(line)]
    gain = leads.biggest_gain(scores)
    assert (gain.points if gain else 0) == max([0, *steps])
    if gain:
        assert scores[gain.seat][gain.move] - scores[gain.seat][gain.move - 1] == gain.points


def test_whoever_was_caught_up_with_is_ahead_again_from_a_later_move_on() -> None:
    scores = [(0, 3, 3, 5, 5), (0, 1, 3, 3, 4)]
    assert leads.turning_point(scores, 0) == 3
    assert leads.count_lead_changes(scores) == 0


def test_a_winner_by_a_tie_break_was_never_ahead_for_good() -> None:
    assert leads.turning_point([(0, 3, 3, 3), (0, 1, 1, 3)], 1) is None


def test_a_match_that_changed_hands_says_when_and_how_often() -> None:
    scores = [(0, 2, 2, 2, 6), (0, 0, 3, 3, 3), (0, 0, 0, 1, 1)]
    assert leads.list_lead_stretches(scores) == (
        leads.Stretch(None, 0, 1),
        leads.Stretch(0, 1, 2),
        leads.Stretch(1, 2, 4),
        leads.Stretch(0, 4, 5),
    )
    assert leads.count_lead_changes(scores) == 2
    assert leads.turning_point(scores, 0) == 4
    assert leads.biggest_gain(scores) == leads.Gain(0, 4, 4)
