"""Tests of several seats that answer at once, unseen."""

from __future__ import annotations

from apps.kernel.game import Ask, compute_places
from apps.kernel.table import HOUSE, Seat
from apps.kernel.window import Close, build_window, is_window_complete, of_house, replace_answer

ADA, BEN, CLEO = map(Seat, range(3))


def test_everybody_is_asked_the_same_until_an_answer_is_known() -> None:
    assert build_window("bid", "bid:1", (ADA, BEN), {}, silence="pass") == (
        Ask(ADA, "bid", "bid:1", "pass", sealed=True),
        Ask(BEN, "bid", "bid:1", "pass", sealed=True),
    )


def test_who_has_answered_may_change_it_and_is_not_waited_for() -> None:
    mine, other = build_window("bid", "bid:1", (ADA, BEN), {ADA: "seven"}, silence="pass", duty=False)
    assert mine == Ask(ADA, "bid", "bid:1", "seven", waits=False, duty=False, answered=True, sealed=True)
    assert other == Ask(BEN, "bid", "bid:1", "pass", duty=False, sealed=True)


def test_a_window_that_lasts_its_time_waits_for_nobody_and_is_closed_by_the_house() -> None:
    mine, other, house = build_window("bid", "bid:1", (ADA, BEN), {ADA: "seven"}, silence="pass", fixed=True)
    assert (mine.waits, mine.answered, other.waits, other.answered) == (False, True, False, False)
    assert house == Ask(HOUSE, "bid", "bid:1", Close(), duty=False)
    assert of_house(fixed=True) == (Close(),)
    assert of_house(fixed=False) == ()


def test_a_changed_answer_takes_the_place_of_the_seats_earlier_one_and_is_the_latest() -> None:
    first, other = Ask(ADA, "bid", "bid:1", "seven"), Ask(BEN, "bid", "bid:1", "pass")
    later = Ask(ADA, "bid", "bid:1", "nine")
    assert replace_answer((), first) == (first,)
    assert replace_answer((first, other), later) == (other, later)


def test_the_last_answer_closes_a_window_unless_it_lasts_its_time() -> None:
    assert not is_window_complete((ADA, BEN), (ADA,), fixed=False)
    assert is_window_complete((ADA, BEN), (BEN, ADA), fixed=False)
    assert not is_window_complete((ADA, BEN), (BEN, ADA), fixed=True)
    assert is_window_complete((), (), fixed=False), "where nobody is asked there is nothing to wait for"


def test_equals_share_the_better_place() -> None:
    assert compute_places([(-9, 1), (-9, 0), (-3, 0), (-9, 1)]) == (2, 1, 4, 2)
    assert compute_places([]) == ()
