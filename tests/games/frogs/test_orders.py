"""Tests that standing orders of Lunar Laser Frogs give only answers that their seat could give itself."""

from __future__ import annotations

from typing import Any, Final, get_args, get_type_hints

import msgspec
import pytest

from apps.games.frogs import GAME
from apps.games.frogs.state import Action, Copy, Dice, Line, Mimic, Order, Plan, Shake, Throw, Wait
from apps.kernel.table import Seat
from tests.games.frogs.table import ADA, BEN, CLEO, DORA, A, Table

TWO_FALLEN: Final[dict[str, Any]] = {"dice": "p p", "window": 1, "plan": (2, 2, 2)}
ALL_FALLEN: Final[dict[str, Any]] = {"dice": A, "fell": (1, 1, 2, 2, 3, 3), "window": 3, "plan": (2, 2, 2)}


def answer(table: Table, seat: Seat, order: Order) -> Action | None:
    """Return the order's answer, based on what the seat knows, or None if that isn't legal."""
    action = GAME.obey(table.memory(seat), seat, order)
    return action if action in GAME.legal(table.memory(seat), seat) else None


def copying() -> Table:
    return Table.thrown(4, A, (CLEO, "pink"), (BEN, "grey"), (DORA, "blue"))


# -- the active player ---------------------------------------------------------------------


def test_the_dice_are_thrown_as_ordered() -> None:
    assert answer(Table(4), ADA, Shake("141")) == Dice(1, 4, 1)


def test_every_way_to_throw_six_dice_in_three_throws_can_be_ordered_and_no_other() -> None:
    splits = get_args(get_type_hints(Shake)["split"])
    orders = {answer(Table(4), ADA, Shake(split)) for split in splits}
    assert orders == {action for action in Table(4).legal(ADA) if isinstance(action, Dice)}


def test_an_order_for_the_dice_does_not_undo_what_was_thrown() -> None:
    table = Table(4, dice="b p y", window=1, plan=(3, 2, 1))
    assert answer(table, ADA, Shake("222")) is None
    assert answer(table, ADA, Shake("312")) == Dice(3, 1, 2)


@pytest.mark.parametrize(("whom", "seat"), [("first", CLEO), ("last", DORA), (BEN, BEN)])
def test_the_first_the_last_or_a_player_is_copied(whom: Any, seat: Seat) -> None:
    assert answer(copying(), ADA, Mimic(whom)) == Copy(seat)


@pytest.mark.parametrize("whom", [ADA, Seat(4), Seat(7)])
def test_neither_oneself_nor_the_absent_is_copied(whom: Seat) -> None:
    assert answer(copying(), ADA, Mimic(whom)) is None


# -- a plan --------------------------------------------------------------------------------


def test_a_plan_waits_until_the_last_window_and_then_throws_its_last_card() -> None:
    plan = Plan("blank")
    for window, dice in ((0, ""), (1, "p p"), (2, "p p y y")):
        assert answer(Table(4, dice=dice, window=window, plan=(2, 2, 2)), BEN, plan) == Wait()
    assert answer(Table(4, **ALL_FALLEN), BEN, plan) == Throw("blank")


def test_a_plan_throws_the_card_of_the_first_line_that_fits() -> None:
    missing = Line("blue", when="missing", colour="blue")
    plan = Plan("grey", one=Line("yellow", window="2"), two=missing, three=Line("pink"))
    assert answer(Table(4, **TWO_FALLEN), BEN, plan) == Throw("blue")
    assert answer(Table(4, dice="b b", window=1, plan=(2, 2, 2)), BEN, plan) == Throw("pink")
    assert answer(Table(4, dice="b b b b", window=2, plan=(2, 2, 2)), BEN, plan) == Throw("yellow")


@pytest.mark.parametrize(("window", "throws"), [("any", True), ("0", False), ("1", True), ("2", False), ("3", False)])
def test_a_line_may_be_for_one_window_only(window: Any, throws: bool) -> None:
    found = answer(Table(4, **TWO_FALLEN), BEN, Plan("grey", one=Line("pink", window=window)))
    assert found == (Throw("pink") if throws else Wait())


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        (Line("grey", when="missing", colour="blue"), True),
        (Line("grey", when="missing", colour="yellow"), False),
        (Line("grey", when="count", colour="yellow", least=2), True),
        (Line("grey", when="count", colour="yellow", least=3), False),
        (Line("grey", when="count", colour="blue", least=0), True),
        (Line("grey", when="blanks", least=2), True),
        (Line("grey", when="blanks", least=3), False),
        (Line("grey", when="thrown", least=1), True),
        (Line("grey", when="thrown", least=2), False),
        (Line("grey", when="always"), True),
    ],
)
def test_a_line_looks_at_the_dice_and_at_the_pile(line: Line, fits: bool) -> None:
    """Check example A of the rules without its last blank card."""
    table = Table(4, (CLEO, "pink"), dice="p y yp - -", fell=(1, 1, 1, 2, 2), window=2, plan=(3, 2, 1))
    assert answer(table, BEN, Plan("blank", one=line)) == (Throw("grey") if fits else Wait())


def test_before_the_first_throw_every_colour_is_missing() -> None:
    assert answer(Table(4), BEN, Plan("grey", one=Line("blue", when="missing"))) == Throw("blue")


def test_a_line_of_the_last_window_comes_before_the_last_card() -> None:
    plan = Plan("grey", one=Line("blank", when="missing", colour="pink"), two=Line("blue", window="3"))
    assert answer(Table(4, **ALL_FALLEN), BEN, plan) == Throw("blue")


def test_at_a_table_of_three_all_lines_that_fit_throw_their_cards() -> None:
    plan = Plan("grey", "blank", one=Line("blue"), two=Line("pink"), three=Line("yellow"))
    assert answer(Table(3), BEN, plan) == Throw("blue", "pink")
    assert answer(Table(4), BEN, plan) == Throw("blue")


def test_at_a_table_of_three_the_last_two_cards_fill_up_what_is_owed() -> None:
    plan = Plan("grey", "blank", one=Line("blue", window="1"))
    assert answer(Table(3, **ALL_FALLEN), BEN, plan) == Throw("grey", "blank")
    assert answer(Table(3, (BEN, "blue"), **ALL_FALLEN), BEN, plan) == Throw("grey")
    assert answer(Table(3, (BEN, "grey"), **ALL_FALLEN), BEN, plan) == Throw("blank")
    assert answer(Table(3, (BEN, "grey"), **TWO_FALLEN), BEN, plan) == Throw("blue")


def test_a_plan_without_a_second_card_throws_the_first_it_still_holds() -> None:
    assert answer(Table(3, **ALL_FALLEN), BEN, Plan("grey")) == Throw("grey", "blue")
    assert answer(Table(3, (BEN, "grey"), **ALL_FALLEN), BEN, Plan("grey", "grey")) == Throw("blue")


def test_a_plan_never_answers_twice_or_for_who_owes_nothing() -> None:
    assert answer(Table(4, (BEN, "blue"), **TWO_FALLEN), BEN, Plan("grey")) is None
    assert answer(Table(4), ADA, Plan("grey")) is None
    assert answer(copying(), BEN, Plan("grey")) is None


def test_a_plan_may_be_for_one_turn_only() -> None:
    plan = Plan("grey", one=Line("blue"), turn=2)
    assert answer(Table(4), BEN, plan) is None
    assert answer(Table(4, turn=2), BEN, plan) == Throw("blue")


def test_where_cards_lie_as_they_arrive_a_plan_would_always_be_first_and_answers_nothing() -> None:
    plan = Plan("grey", one=Line("blue"))
    assert answer(Table(4, order="arrival"), BEN, plan) is None
    assert answer(Table(4, order="arrival", **ALL_FALLEN), BEN, plan) is None
    assert answer(Table(4, order="arrival"), ADA, Shake("222")) == Dice(2, 2, 2)


def test_whoever_has_a_plan_never_holds_up_a_window() -> None:
    plan = Plan("grey", "blue", one=Line("pink", when="count", colour="pink", least=3))
    for seats in (3, 5, 8):
        table = Table(seats)
        table.plans(1, 1, 4)
        while not table.state.closed:
            for ask in GAME.asks(table.state):
                if ask.about == "throw" and not ask.answered:
                    action = answer(table, ask.seat, plan)
                    assert action is not None
                    table.answers(ask.seat, action)
                    break
        assert len(table.pile()) == (4 if seats == 3 else seats - 1)


# -- all of them ---------------------------------------------------------------------------


def test_an_order_for_another_question_answers_nothing() -> None:
    dice, copy, plan = Shake("222"), Mimic("first"), Plan("grey")
    throwing = Table(4, (CLEO, "blue"), **TWO_FALLEN)
    wrong: tuple[tuple[Table, Seat, Order], ...] = (
        (Table(4), ADA, copy), (Table(4), ADA, plan),
        (copying(), ADA, dice), (copying(), ADA, plan),
        (throwing, BEN, dice), (throwing, BEN, copy), (throwing, BEN, Mimic(CLEO)),
    )  # fmt: skip
    assert [answer(*each) for each in wrong] == [None] * 7


def test_orders_are_read_from_a_form_and_nonsense_is_refused() -> None:
    read = {"order": "plan", "last": "grey", "one": {"card": "blue", "when": "count", "least": "3"}, "turn": "4"}
    plan = Plan("grey", one=Line("blue", when="count", least=3), turn=4)
    assert msgspec.convert(read, GAME.order, strict=False) == plan
    assert msgspec.convert({"order": "dice", "split": "141", "once": "true"}, GAME.order, strict=False) == Shake(
        "141", once=True
    )
    assert msgspec.convert({"order": "copy", "whom": "2"}, GAME.order, strict=False) == Mimic(CLEO)
    for wrong in (
        {"order": "plan"},
        {"order": "plan", "last": "green"},
        {"order": "plan", "last": "grey", "one": {"card": "blue", "when": "never"}},
        {"order": "dice", "split": "444"},
        {"order": "dice", "split": "33"},
        {"order": "dice", "split": ""},
        {"order": "copy", "whom": "somebody"},
        {"order": "copy", "whom": "8"},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, GAME.order, strict=False)
