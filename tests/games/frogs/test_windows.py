"""Tests of the sealed windows in which cards are thrown, and of the sealed plan of the dice."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from apps.games.frogs import GAME
from apps.games.frogs.cards import DICE, KINDS
from apps.games.frogs.state import Close, Dice, Doze, Fined, Landed, Replied, Rolled, Throw, Wait
from apps.kernel.events import Private
from apps.kernel.table import HOUSE, PUBLIC, REFEREE, Observer, Seat
from tests.games.frogs.table import ADA, BEN, CLEO, DORA, EVE, A, Table, tags

EVERYBODY: tuple[Observer, ...] = (ADA, BEN, CLEO, DORA, PUBLIC)


def last_window(seats: int = 4, **more: Any) -> Table:
    return Table(seats, dice=A, fell=(1, 1, 2, 2, 3, 3), window=3, plan=(2, 2, 2), **more)


# -- knowledge -----------------------------------------------------------------------------


def test_nobody_learns_the_rest_of_the_plan_when_dice_fall() -> None:
    table = Table(4)
    table.plans(1, 4, 1)
    table.waits(BEN, CLEO, DORA)
    assert table.memory(BEN).plan is None
    asked = next(ask for ask in GAME.asks(table.memory(BEN)) if ask.about == "dice")
    assert (asked.waits, asked.default) == (False, None), "that there is one shows from the dice"


def test_nobody_knows_a_card_of_the_others_before_the_pile_is_turned_over() -> None:
    table = Table(4)
    table.plans(2, 2, 2)
    for seat in (BEN, CLEO, DORA):
        table.throws(seat, "grey")
    for who in EVERYBODY:
        assert [card.kind for card in table.memory(who).pile if card.seat != who] == [None] * (3 - (who in (1, 2, 3)))
    table.copies(BEN)
    for who in EVERYBODY:
        last = table.memory(who).last
        assert last is not None
        assert [card.kind for card in last.pile] == ["grey"] * 3


def test_whose_answer_closed_the_window_does_not_show() -> None:
    """Check that the move starts with a private fact, which hides its seat, cause and time from everyone else."""
    table = Table(4)
    table.plans(2, 2, 2)
    table.waits(CLEO, DORA)
    assert [isinstance(fact, Private) for fact in table.waits(BEN)] == [True, False, False]


# -- closing -------------------------------------------------------------------------------


def test_an_answer_may_be_changed_until_the_window_closes() -> None:
    table = Table(4)
    table.plans(2, 2, 2)
    table.throws(BEN, "blue")
    table.waits(BEN, CLEO)
    assert Landed(0, ()) in table.waits(DORA)


def test_a_window_in_which_nobody_threw_is_told_too() -> None:
    table = Table(4)
    table.plans(2, 2, 2)
    assert tags(table.waits(BEN, CLEO, DORA)) == ["replied", "landed", "rolled"]
    assert (table.state.window, table.state.replies) == (1, ())
    assert table.ask(BEN).key == "throw:1.1"


def test_a_window_does_not_close_before_the_dice_are_planned() -> None:
    table = Table(4)
    assert tags(table.waits(BEN, CLEO, DORA)) == ["replied"]
    table.throws(BEN, "pink")
    assert tags(table.is_silent(ADA)) == ["planned", "landed", "rolled"]
    assert table.pile() == [BEN]


def test_a_changed_plan_does_not_close_a_window() -> None:
    table = Table(4)
    table.plans(1, 1, 4)
    table.waits(BEN, CLEO, DORA)
    table.waits(BEN, CLEO)
    assert tags(table.plans(1, 4, 1)) == ["planned"]
    assert table.waits(DORA)[-1].dice == (1, 2, 3, 4)  # type: ignore[union-attr]


def test_cards_of_an_earlier_window_lie_before_those_of_a_later_one() -> None:
    table = Table(4)
    table.plans(2, 2, 2)
    table.throws(DORA, "blue")
    table.waits(BEN, CLEO)
    table.throws(CLEO, "blue")
    table.waits(BEN)
    table.waits(BEN)
    table.throws(BEN, "blue")
    assert table.pile() == [DORA, CLEO, BEN]


def test_dice_fall_in_their_order_and_land_on_their_own_faces() -> None:
    table = Table(4)
    table.plans(3, 2, 1)
    for _ in range(3):
        rolled = table.waits(BEN, CLEO, DORA)[-1]
        assert isinstance(rolled, Rolled)
        assert all(face in DICE[die] for die, face in zip(rolled.dice, rolled.faces, strict=True))
    assert table.state.fell == (1, 1, 1, 2, 2, 3)


# -- order within a window -----------------------------------------------------------------


def test_by_luck_every_order_is_as_likely_as_any_other() -> None:
    """Check by chi-square over fixed seeds, with five degrees of freedom.

    A fair draw exceeds 20.5 once in a thousand times.
    """
    found: Counter[tuple[Seat, ...]] = Counter()
    for number in range(1200):
        table = Table(4, seed=number.to_bytes(32, "big"), plan=(2, 2, 2))
        for seat in (DORA, BEN, CLEO):
            table.throws(seat, "blue")
        found[tuple(table.pile())] += 1
    assert set(found) == set(permutations((BEN, CLEO, DORA)))
    assert _chi_square(found.values()) < 20.5


def test_by_luck_two_cards_of_one_seat_are_one_block() -> None:
    found: Counter[tuple[Seat, ...]] = Counter()
    for number in range(400):
        table = Table(3, seed=number.to_bytes(32, "big"), plan=(2, 2, 2))
        table.throws(BEN, "blue", "pink")
        table.throws(CLEO, "blue", "pink")
        found[tuple(table.pile())] += 1
    assert set(found) == {(BEN, BEN, CLEO, CLEO), (CLEO, CLEO, BEN, BEN)}
    assert _chi_square(found.values()) < 10.8


def test_by_luck_it_does_not_matter_who_answered_first() -> None:
    piles = []
    for order in permutations((BEN, CLEO, DORA)):
        table = last_window(seed=b"s" * 32)
        for seat in order:
            table.throws(seat, "blue")
        piles.append(table.pile())
    assert all(pile == piles[0] for pile in piles)


def test_from_the_left_the_next_seat_comes_first() -> None:
    table = last_window(5, order="left", seat=CLEO)
    for seat in (ADA, BEN, DORA, EVE):
        table.throws(seat, "blue")
    assert table.pile() == [DORA, EVE, ADA, BEN]


def test_by_arrival_the_latest_answer_counts_and_to_repeat_it_costs_nothing() -> None:
    table = Table(5, order="arrival", plan=(2, 2, 2))
    table.throws(BEN, "blue")
    table.throws(CLEO, "blue")
    table.throws(EVE, "blue")
    table.throws(CLEO, "blue")
    table.throws(BEN, "pink")
    table.waits(DORA)
    assert table.pile() == [CLEO, EVE, BEN]


@pytest.mark.parametrize("fixed_windows", [True, False])
def test_by_arrival_who_slept_comes_after_all_others_in_random_order(fixed_windows: bool) -> None:
    """Check edge case 8. The clock would answer for them in seat order."""
    found: set[tuple[Seat, ...]] = set()
    for number in range(40):
        table = last_window(5, order="arrival", fixed_windows=fixed_windows, seed=number.to_bytes(32, "big"))
        if fixed_windows:
            table.throws(DORA, "blue")
            table.closes()
        else:
            for seat in (BEN, CLEO, EVE):
                table.is_silent(seat)
            table.throws(DORA, "blue")
        found.add(tuple(table.pile()))
    assert found == {(DORA, *order) for order in permutations((BEN, CLEO, EVE))}


def test_luck_chooses_each_card_of_a_sleeper_equally_often() -> None:
    found: Counter[tuple[str, ...]] = Counter()
    for number in range(1000):
        (reply,) = last_window(seed=number.to_bytes(32, "big")).is_silent(BEN)
        assert isinstance(reply, Replied)
        assert reply.dozed
        found[reply.cards] += 1
    assert set(found) == {(kind,) for kind in KINDS}
    assert _chi_square(found.values()) < 18.5


def test_a_sleeper_at_a_table_of_three_throws_what_is_still_owed() -> None:
    for number in range(50):
        table = last_window(3, seed=number.to_bytes(32, "big"))
        (both,) = table.is_silent(BEN)
        assert len(set(both.cards)) == 2  # type: ignore[union-attr]
    table = Table(3, (BEN, "blue"), dice=A, fell=(1, 1, 2, 2, 3, 3), window=3, plan=(2, 2, 2))
    (one,) = table.is_silent(BEN)
    assert len(one.cards) == 1  # type: ignore[union-attr]
    assert one.cards != ("blue",)  # type: ignore[union-attr]


# -- fixed windows -------------------------------------------------------------------------


def test_a_fixed_window_is_closed_by_the_house_alone() -> None:
    table = Table(4, fixed_windows=True)
    assert [(ask.seat, ask.about, ask.waits) for ask in GAME.asks(table.state)] == [
        (ADA, "dice", True), (BEN, "throw", False), (CLEO, "throw", False), (DORA, "throw", False),
        (HOUSE, "throw", True),
    ]  # fmt: skip
    table.plans(2, 2, 2)
    table.throws(BEN, "blue")
    assert tags(table.waits(CLEO, DORA)) == ["replied"], "all have answered, and nothing shows it"
    assert GAME.legal(table.state, HOUSE) == (Close(),)
    assert tags(table.closes()) == ["landed", "rolled"]
    assert table.pile() == [BEN]


def test_after_a_fixed_window_the_dice_may_still_be_awaited() -> None:
    table = Table(4, fixed_windows=True)
    table.throws(BEN, "blue")
    assert tags(table.closes()) == ["shut"]
    assert table.questions() == [(ADA, "dice")]
    assert not table.legal(CLEO), "it is too late to throw"
    assert not GAME.legal(table.state, HOUSE)
    assert tags(table.plans(2, 2, 2)) == ["planned", "landed", "rolled"]
    assert table.pile() == [BEN]
    assert not table.state.shut


def test_the_last_fixed_window_ends_with_a_random_card_for_who_said_nothing() -> None:
    table = last_window(fixed_windows=True, fines=True, scores=(1, 1, 1, 1))
    table.throws(CLEO, "blue")
    assert table.questions()[-1] == (HOUSE, "throw")
    assert tags(table.closes()) == ["replied", "replied", "landed"]
    assert table.questions() == [(ADA, "copy")]
    table.state = replace(table.state, scores=(9, 9, 9, 9))
    assert [fact.seat for fact in table.copies(BEN) if isinstance(fact, Fined)] == [BEN, DORA]


def test_when_all_have_thrown_fixed_windows_take_no_time() -> None:
    table = Table(4, fixed_windows=True)
    table.plans(2, 2, 2)
    for seat in (BEN, CLEO, DORA):
        table.throws(seat, "blue")
    assert tags(table.closes()) == ["landed", "rolled", "rolled", "rolled"]
    assert table.questions() == [(ADA, "copy")]


def test_the_house_says_nothing_in_an_open_window() -> None:
    assert not GAME.legal(Table(4).state, HOUSE)
    assert not GAME.legal(Table.thrown(4, A, (BEN, "blue"), (CLEO, "blue"), (DORA, "blue")).state, HOUSE)


# -- fines ---------------------------------------------------------------------------------


def test_nobody_falls_below_zero() -> None:
    table = Table.thrown(
        4, A, (BEN, "blank"), (CLEO, "blank"), (DORA, "pink"), fines=True, scores=(0, 0, 1, 5), dozed=(BEN, CLEO, DORA)
    )
    facts = table.copies(BEN)
    assert tags(facts) == ["copied", "scored", "fined", "fined", "began"], "Ben has nothing to pay with"
    assert table.state.scores == (0, 0, 0, 7)
    assert table.state.last is not None
    assert table.state.last.fined == (CLEO, DORA)


def test_who_slept_is_nobodys_business_before_the_turn_is_scored() -> None:
    table = last_window(fines=True, scores=(5, 5, 5, 5))
    for seat in (BEN, CLEO, DORA):
        table.is_silent(seat)
    for who in EVERYBODY:
        assert set(table.memory(who).dozed) <= {who}
    assert table.memory(REFEREE).dozed == (BEN, CLEO, DORA)


def test_a_late_change_of_mind_does_not_undo_a_missed_deadline() -> None:
    table = last_window(fines=True, scores=(5, 5, 5, 5))
    table.is_silent(BEN)
    table.throws(BEN, "blue")
    table.throws(CLEO, "blue")
    table.throws(DORA, "blue")
    assert tags(table.copies(BEN)).count("fined") == 1


@pytest.mark.parametrize("seat", [BEN, CLEO])
def test_silence_of_one_does_not_answer_for_another(seat: Seat) -> None:
    table = last_window()
    table.is_silent(seat)
    assert [ask.seat for ask in GAME.asks(table.state) if ask.waits] == [s for s in (BEN, CLEO, DORA) if s != seat]
    assert Wait() not in table.legal(DORA)
    assert Doze() in table.legal(DORA)


def _chi_square(counts: Any) -> float:
    """Return how far these counts are from being equal."""
    found = list(counts)
    fair = sum(found) / len(found)
    return sum((each - fair) ** 2 / fair for each in found)


def test_a_sealed_card_or_plan_is_what_silence_means_from_then_on() -> None:
    table = Table(4)
    assert table.throws(BEN, "blue") == [Replied((BEN,), BEN, ("blue",))]
    table.plans(1, 1, 4)
    bens, adas = (table.ask(seat) for seat in (BEN, ADA))
    assert (bens.default, bens.waits, bens.answered) == (Throw("blue"), False, True)
    assert (adas.default, adas.waits, adas.answered, adas.key) == (Dice(1, 1, 4), False, True, "dice:1")
