"""Tests that the reasons given for an answer in Lunar Laser Frogs are true."""

from __future__ import annotations

from typing import Any

from apps.games.frogs import GAME
from apps.games.frogs.state import Action, Copy, Dice, Throw, Wait
from apps.kernel.game import Reason
from apps.kernel.table import Seat
from tests.games.frogs.table import ADA, BEN, CLEO, DORA, Table


def reason(action: Action, *pile: Any, seat: Seat = BEN, **more: Any) -> Reason:
    table = Table(4, *pile, plan=(2, 2, 2), **more)
    return GAME.because(table.memory(seat), seat, action)


def test_dice_that_lie_speak_for_their_colour() -> None:
    first: Any = {"dice": "b b p -", "fell": (1, 1, 2, 2), "window": 2}
    assert reason(Throw("blue"), **first) == Reason("first", {"colour": "blue", "dice": 2})
    assert reason(Throw("blue"), (CLEO, "grey"), **first) == Reason("dice", {"colour": "blue", "dice": 2})
    assert reason(Throw("blank"), **first) == Reason("blanks", {"colour": "blank", "dice": 1})
    assert reason(Wait(), **first) == Reason("wait", {"dice": 2})


def test_a_colour_that_no_die_shows_may_be_lasered_and_is_when_all_lie() -> None:
    assert reason(Throw("yellow"), dice="b b p -", fell=(1, 1, 2, 2), window=2).kind == "away"
    lying: Any = {"dice": "b b p - p b", "fell": (1, 1, 2, 2, 3, 3), "window": 3}
    assert reason(Throw("yellow"), **lying).kind == "lasered"
    assert reason(Throw("blank"), **lying).kind == "final", "the blank die is lasered over"


def test_a_grey_frog_counts_what_lies_before_it() -> None:
    assert reason(Throw("grey"), (CLEO, "blue"), (DORA, "pink")) == Reason("grey", {"before": 2})
    assert reason(Throw("grey")) == Reason("bet")
    assert reason(Throw("pink")) == Reason("bet")


def test_what_dice_are_thrown_when_tells_the_others_early_or_late() -> None:
    kinds = [reason(dice, seat=ADA).kind for dice in (Dice(2, 2, 2), Dice(4, 1, 1), Dice(1, 2, 3), Dice(1, 4, 1))]
    assert kinds == ["even", "early", "late", "middle"]


def test_whose_cards_promise_most_is_copied_or_who_was_first() -> None:
    pile = (BEN, "grey"), (CLEO, "blue"), (DORA, "blue")
    lying: Any = {"dice": "b b p - y b", "fell": (1, 1, 2, 2, 3, 3), "window": 3, "seat": ADA}
    found = {whom: reason(Copy(whom), *pile, **lying) for whom in (BEN, CLEO, DORA)}
    assert sum(each.kind == "richest" for each in found.values()) >= 1
    assert found[BEN].kind in ("richest", "ahead")
    assert found[DORA].kind in ("richest", "tried")
