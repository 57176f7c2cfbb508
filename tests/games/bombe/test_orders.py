"""Tests that standing orders of Die Bombe give only answers that their seat could give itself."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from apps.games.bombe import GAME
from apps.games.bombe.cards import BOMBS, GREEN, RED
from apps.games.bombe.state import Condition, Drop, Order, Pick, Raise
from apps.kernel.table import Seat
from tests.games.bombe.table import ADA, BEN, CLEO, Table


def answer(table: Table, seat: Seat, order: Order) -> str:
    """Return the order's answer, based on what the seat knows."""
    return table.say(GAME.obey(table.memory(seat), seat, order))


# -- raise ---------------------------------------------------------------------------------


def test_a_standing_bid_is_made_for_every_lot() -> None:
    table = Table()
    assert answer(table, BEN, Raise(7)) == "bid 7"
    table.bid(3, 2, 1)
    assert answer(table, BEN, Raise(7)) == "nothing", "that is no bid"
    table.takes(ADA, "r15")
    assert answer(table, BEN, Raise(7)) == "bid 7"


def test_a_standing_bid_is_for_first_bids_only() -> None:
    table = Table()
    table.bid(7, 7, 1)
    assert answer(table, ADA, Raise(7)) == "nothing"


def test_a_standing_bid_above_the_cap_is_none() -> None:
    assert answer(Table(bid_cap=30), ADA, Raise(31)) == "nothing"
    assert answer(Table(bid_cap=30), ADA, Raise(30)) == "bid 30"


@pytest.mark.parametrize(("tie", "words"), [
    (12, "bid 50 tie 12"), (0, "bid 50 tie 40"), (40, "bid 50 tie 40"),
])  # fmt: skip
def test_a_standing_bid_has_a_tie_number_where_one_is_asked_for(tie: int, words: str) -> None:
    """Check that a missing tie number defaults to the bid, up to the allowed maximum."""
    assert answer(Table(tie_numbers=True), ADA, Raise(50, tie)) == words
    assert answer(Table(), ADA, Raise(50, tie)) == "bid 50"


@pytest.mark.parametrize(("tie", "words"), [
    (12, "bid 50 tie 50"), (0, "bid 50 tie 50"), (60, "bid 50 tie 60"),
])  # fmt: skip
def test_where_ties_rise_a_standing_bid_has_a_tie_number_of_at_least_the_bid(tie: int, words: str) -> None:
    """Check that a lower tie number is raised. Otherwise the bid would be invalid without the seat noticing."""
    assert answer(Table(tie_numbers=True, rising_ties=True), ADA, Raise(50, tie)) == words


@pytest.mark.parametrize(("only", "offer", "holds"), [
    (Condition(better=15), "r15 g3", True),
    (Condition(better=17), "r15 g3", False),
    (Condition(better=1), "bomb bomb", False),
    (Condition(), "bomb bomb", True),
    (Condition(colour="red"), "r15 g3", True),
    (Condition(colour="green"), "r15 g3", False),
    (Condition(colour="green"), "bomb g3", True),
    (Condition(colour="green"), "r9 g9", True),
    (Condition(colour="red"), "bomb bomb", False),
    (Condition(bomb="yes"), "bomb g3", True),
    (Condition(bomb="yes"), "r15 g3", False),
    (Condition(bomb="no"), "bomb g3", False),
    (Condition(bomb="no"), "r15 g3", True),
    (Condition(minus=20), "r15 g3", True),
    (Condition(minus=21), "r15 g3", False),
    (Condition(better=15, colour="red", bomb="no", minus=5), "r15 g3", True),
])  # fmt: skip
def test_a_standing_bid_may_have_conditions(only: Condition, offer: str, holds: bool) -> None:
    table = Table(offer=offer, minus=(20, 0, 0))
    assert answer(table, ADA, Raise(7, only=only)) == ("bid 7" if holds else "nothing")


# -- pick ----------------------------------------------------------------------------------


def won(offer: str) -> Table:
    """Return a match in which Ada has won the lot."""
    table = Table("r3", "g5", "", offer=offer)
    table.bid(3, 2, 1)
    return table


@pytest.mark.parametrize(("offer", "words"), [
    ("r15 g13", "choose r15"), ("r15 g17", "choose g17"), ("bomb g13", "choose g13"), ("r9 g9", "nothing"),
])  # fmt: skip
def test_the_better_card_is_picked_if_there_is_one(offer: str, words: str) -> None:
    assert answer(won(offer), ADA, Pick("better")) == words


def test_the_very_card_that_was_named_is_picked_while_it_is_on_offer() -> None:
    table = won("bomb g13")
    assert answer(table, ADA, Pick(GREEN[5])) == "choose g13"
    assert answer(table, ADA, Pick(BOMBS[0])) == "choose bomb"
    for gone in (RED[0], GREEN[11], BOMBS[1]):
        assert answer(table, ADA, Pick(gone)) == "nothing"


def test_whoever_wants_to_be_asked_is_asked() -> None:
    assert answer(won("r15 g13"), ADA, Pick()) == "nothing"


def test_nothing_is_picked_before_the_lot_is_won_or_by_others() -> None:
    table = Table()
    assert answer(table, ADA, Pick("better")) == "nothing"
    table.bid(3, 2, 1)
    assert answer(table, BEN, Pick("better")) == "nothing"
    assert answer(table, BEN, Pick(RED[6])) == "nothing"


# -- drop ----------------------------------------------------------------------------------


def bombing() -> Table:
    """Return a match in which Ada must place a bomb. On silence it would hit Cleo's green 25."""
    table = Table("r3", "g5 g7", "g25", offer="bomb r15")
    table.bid(3, 2, 1)
    table.takes(ADA, "bomb")
    return table


@pytest.mark.parametrize(("order", "words"), [
    (Drop("1:green"), "lay 1 green"),
    (Drop("0:red"), "lay 0 red"),
    (Drop("leader"), "lay 2 green"),
    (Drop("1:red", "1:green"), "lay 1 green"),
    (Drop("1:red", "5:green", "leader"), "lay 2 green"),
    (Drop("1:red", "2:red", "5:red"), "nothing"),
    (Drop("1:red", "ask", "leader"), "nothing"),
    (Drop(), "nothing"),
])  # fmt: skip
def test_a_bomb_goes_to_the_first_place_that_is_possible(order: Drop, words: str) -> None:
    assert answer(bombing(), ADA, order) == words


def test_among_equal_leaders_luck_drops_the_bomb() -> None:
    table = Table("r3", "g9", "r9", offer="bomb r15")
    table.bid(3, 2, 1)
    table.takes(ADA, "bomb")
    assert answer(table, ADA, Drop("leader")) == "stray"


def test_nobody_else_drops_a_bomb_nor_before_it_is_won() -> None:
    for place in ("leader", "2:green"):
        assert answer(bombing(), BEN, Drop(place)) == "nothing"
        assert answer(Table("r3", "g5", "g25"), ADA, Drop(place)) == "nothing"


# -- all -----------------------------------------------------------------------------------


def test_orders_are_read_from_a_form_and_nonsense_is_refused() -> None:
    read: dict[str, Any] = {"order": "bid", "amount": "12", "only": {"better": "19"}}
    assert msgspec.convert(read, GAME.order, strict=False) == Raise(12, only=Condition(better=19))
    assert msgspec.convert({"order": "pick", "which": "17"}, GAME.order, strict=False) == Pick(RED[11])
    assert msgspec.convert({"order": "drop", "first": "3:red"}, GAME.order, strict=False) == Drop("3:red")
    for wrong in (
        {"order": "bid"}, {"order": "bid", "amount": "0"}, {"order": "bid", "amount": "1000"},
        {"order": "bid", "amount": "1.5"}, {"order": "pick", "which": "30"}, {"order": "pick", "which": "best"},
        {"order": "drop", "first": "6:red"}, {"order": "drop", "first": "1:blue"}, {"order": "drop", "first": "1:red "},
        {"order": "drop", "then": "\n"}, {"order": "win"},
    ):  # fmt: skip
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, GAME.order, strict=False)


def test_a_pick_and_a_drop_never_enter_the_log() -> None:
    """Check that both stay on their player's seat, because no fact has a field for them."""
    named = {field for kind in get_args(GAME.event) for field in kind.__struct_fields__}
    assert not named & {"which", "then", "last"}
    assert not {"pick", "drop"} & {kind.__struct_config__.tag for kind in get_args(GAME.event)}


def test_an_order_of_a_seat_that_is_out_of_a_tie_answers_nothing() -> None:
    table = Table()
    table.bid(7, 7, 1)
    for order in (Raise(3), Pick("better"), Drop("leader")):
        assert answer(table, CLEO, order) == "nothing"
