"""Tests that standing orders of Fuse give only answers that their seat could give itself."""

from __future__ import annotations

import msgspec
import pytest

from apps.games.fuse import GAME
from apps.games.fuse.cards import FACES, CardId
from apps.games.fuse.state import Blast, Condition, Douse, Kindle, LetDie, Order, Plan
from apps.kernel.table import Seat
from tests.games.fuse.table import ADA, BEN, CLEO, FULL, Table

HAND = "10 3 15 3 boot scissors 7"


def answer(table: Table, seat: Seat, order: Order) -> str:
    """Return the order's answer, based on what the seat knows."""
    return table.say(GAME.obey(table.memory(seat), seat, order))


def test_a_plan_lays_the_lowest_or_the_highest_fuse_card() -> None:
    table = Table(HAND, FULL, fuse="3")
    assert answer(table, ADA, Plan("lowest")) == "lay 3"
    assert answer(table, ADA, Plan("highest")) == "lay 15"


def test_of_equal_cards_a_plan_lays_the_one_held_longest() -> None:
    table = Table(HAND, FULL)
    action = GAME.obey(table.state, ADA, Plan("lowest"))
    assert action.card == table.state.hands[ADA][1]  # type: ignore[union-attr]


def test_a_plan_lays_the_very_card_it_names_while_it_is_held() -> None:
    table = Table(HAND, FULL)
    seven, theirs = table.card(ADA, "7"), table.card(BEN, "7")
    assert answer(table, ADA, Plan(seven)) == "lay 7"
    for card in (theirs, table.card(ADA, "boot"), CardId(999), CardId(-1)):
        assert answer(table, ADA, Plan(card)) == "unknown"


def test_a_plan_without_fuse_cards_answers_nothing() -> None:
    table = Table("boot boot boot scissors bucket scissors bucket", FULL)
    for which in ("lowest", "highest"):
        assert answer(table, ADA, Plan(which)) == "unknown"


def test_a_bomb_is_thrown_when_the_prize_is_big_enough() -> None:
    order = Blast(Condition(at_least=20))
    assert answer(Table(HAND, FULL, fuse="10", beside="boot"), ADA, order) == "unknown"
    assert answer(Table(HAND, FULL, fuse="15", beside="bucket"), ADA, order) == "bomb"


def test_a_bomb_is_not_thrown_without_bombs_or_fuse() -> None:
    assert answer(Table(HAND, FULL, fuse="15", bombs=(0, 3)), ADA, Blast()) == "unknown"
    assert answer(Table(HAND, FULL), ADA, Blast()) == "unknown"


def test_a_fuse_is_doused_with_the_lowest_defuse_card() -> None:
    assert answer(Table("scissors boot 3 3 3 3 3", FULL, fuse="15"), ADA, Douse()) == "cut boot"
    assert answer(Table(HAND, FULL), ADA, Douse()) == "unknown"
    assert answer(Table("3 3 3 3 3 3 3", FULL, fuse="15"), ADA, Douse()) == "unknown"


@pytest.mark.parametrize(("burning", "on_fuse", "on_matchstick"), [
    ("any", "lay 15", "lay 15"), ("yes", "lay 15", "unknown"), ("no", "unknown", "lay 15"),
])  # fmt: skip
def test_a_condition_asks_whether_the_fuse_burns(burning: str, on_fuse: str, on_matchstick: str) -> None:
    order = Plan("highest", Condition(burning=burning))  # type: ignore[arg-type]
    assert answer(Table(HAND, FULL, fuse="3"), ADA, order) == on_fuse
    assert answer(Table(HAND, FULL), ADA, order) == on_matchstick


def test_a_condition_has_an_upper_bound_too() -> None:
    order = Plan("highest", Condition(at_most=9))
    assert answer(Table(HAND, FULL, fuse="7"), ADA, order) == "lay 15"
    assert answer(Table(HAND, FULL, fuse="10"), ADA, order) == "unknown"


def cut(fuse: str = "15 15") -> Table:
    table = Table(FULL, FULL, "3 3 3 3 3 3 matchman", fuse=fuse, specials=True)
    table.cuts(ADA, "boot")
    return table


def test_the_matchman_is_struck_by_who_holds_him_and_the_others_pass() -> None:
    table = cut()
    assert answer(table, CLEO, Kindle()) == "strike"
    assert answer(table, BEN, Kindle()) == "pass"


def test_the_matchman_is_kept_for_a_fuse_worth_it() -> None:
    order = Kindle(Condition(at_least=30))
    assert answer(cut("15 15"), CLEO, order) == "strike"
    assert answer(cut("15"), CLEO, order) == "unknown"


def test_f46_everybody_begins_with_an_order_that_answers_every_window() -> None:
    """Check that holders and others are answered alike. Otherwise a delay would reveal the holder."""
    (habit,) = GAME.habits
    assert habit == Kindle(at_least=15)
    for fuse, of_the_holder in (("10 7", "strike"), ("15", "strike"), ("7 7", "pass"), ("3", "pass")):
        assert answer(cut(fuse), CLEO, habit) == of_the_holder
        assert answer(cut(fuse), BEN, habit) == "pass"


def test_f46_the_matchman_is_struck_for_what_is_saved_and_that_is_the_fuse_alone() -> None:
    """Check that points beside the matchstick don't count, as they stay there either way. 14 and a boot aren't 15."""
    assert answer(cut("7 7"), CLEO, Kindle(at_least=15)) == "pass"
    assert answer(cut("7 7"), CLEO, Kindle(Condition(at_least=18))) == "strike", (
        "a condition is about what a bomb takes"
    )


def test_at_a_table_without_the_matchman_there_is_no_habit() -> None:
    assert GAME.habits_at(GAME.setup(3)) == ()
    assert GAME.habits_at(GAME.setup(3, {"specials": True})) == GAME.habits


def test_an_order_that_was_left_before_orders_named_the_fuse_means_what_it_meant() -> None:
    stored = {"order": "kindle", "only": {"at_least": 30}, "once": False}
    assert msgspec.convert(stored, GAME.order) == Kindle(Condition(at_least=30), at_least=0)


def test_a_fuse_may_be_left_to_die() -> None:
    assert answer(cut(), CLEO, LetDie()) == "pass"


def test_an_order_for_another_question_answers_nothing() -> None:
    on_turn: tuple[Order, ...] = (Plan("lowest"), Blast(), Douse())
    in_window: tuple[Order, ...] = (Kindle(), LetDie())
    assert {answer(cut(), CLEO, order) for order in on_turn} == {"unknown"}
    assert {answer(Table(HAND, FULL, fuse="3"), ADA, order) for order in in_window} == {"unknown"}


def test_an_order_of_a_seat_that_is_not_asked_answers_nothing() -> None:
    for order in (Plan("lowest"), Blast(), Douse(), Kindle(), LetDie()):
        assert answer(Table(HAND, FULL, fuse="3"), BEN, order) == "unknown"
        assert answer(cut(), ADA, order) == "unknown"


def test_orders_are_read_from_a_form_and_nonsense_is_refused() -> None:
    read = {"order": "plan", "which": "5", "only": {"at_least": "30"}}
    assert msgspec.convert(read, GAME.order, strict=False) == Plan(list(FACES)[5], Condition(at_least=30))
    for wrong in ({"order": "win"}, {"order": "blast", "when": "now"}, {"order": "plan", "which": "best"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, GAME.order, strict=False)
