"""The house's player of Lunar Laser Frogs plays sensibly."""

from __future__ import annotations

import random
from typing import Any

import pytest

from apps.games.frogs import GAME
from apps.games.frogs.cards import Kind
from apps.games.frogs.state import Action, Copy, Dice, Throw, Wait
from apps.kernel.chance import Chance
from apps.kernel.playout import Choose, playout
from apps.kernel.table import Seat
from tests.games.frogs.table import ADA, BEN, CLEO, DORA, B, Table

TURNS = range(1, 9)
"""Its mood differs from turn to turn."""


WHIM = Chance(bytes(32), 0)


def chosen(table: Table, seat: Seat) -> Action:
    return GAME.bot(table.memory(seat), seat, WHIM)


def in_turns(*pile: Any, seats: int = 4, seat: Seat = BEN, **more: Any) -> list[Action]:
    return [chosen(Table(seats, *pile, turn=turn, plan=(2, 2, 2), **more), seat) for turn in TURNS]


def test_with_all_dice_down_and_nobody_else_to_throw_it_throws_the_best_card() -> None:
    lying: tuple[tuple[Seat, Kind], ...] = ((CLEO, "grey"), (DORA, "grey"))
    cards = in_turns(*lying, dice="b b b b p y", fell=(1, 1, 2, 2, 3, 3), window=3)
    assert cards.count(Throw("blue")) >= 6


def test_where_all_would_crowd_for_the_best_card_it_sometimes_throws_the_second_best() -> None:
    cards = in_turns(dice="b b b p - y", fell=(1, 1, 2, 2, 3, 3), window=3)
    assert {Throw("blue"), Throw("blank")} <= set(cards)


def test_it_fears_that_the_best_card_lies_there_already() -> None:
    """Blind cards may be anything; one thrown when four blue dice lay is blue."""
    pile: tuple[tuple[Seat, Kind], ...] = ((CLEO, "blue"), (DORA, "blue"))
    blind = in_turns(*pile, dice="b b b b p y", fell=(1, 1, 1, 1, 2, 3), window=3)
    seeing = in_turns(*pile, dice="b b b b p y", fell=(1, 1, 1, 1, 2, 3), window=3, thrown_in=1)
    assert seeing.count(Throw("blue")) < blind.count(Throw("blue"))


def test_it_waits_when_nobody_else_can_be_faster() -> None:
    assert set(in_turns((CLEO, "blue"), (DORA, "pink"), dice="b p", window=1)) == {Wait()}


def test_it_does_not_wait_for_everybody_to_see_the_best_card() -> None:
    """Five dice lie and blue is worth four at least: in the last window three others may throw it."""
    assert Throw("blue") in in_turns(dice="b b b b pb", fell=(1, 1, 1, 2, 2), window=2, seats=5)


def test_at_a_table_of_three_it_throws_two_cards_in_the_end_grey_last() -> None:
    for action in in_turns(dice=B, fell=(1, 1, 2, 2, 3, 3), window=3, seats=3):
        assert isinstance(action, Throw)
        assert action.then is not None
        assert action.card != "grey"


def test_it_copies_who_probably_threw_the_better_card() -> None:
    """Cleo threw when four blue dice lay; Ben took what was left."""
    table = Table.thrown(4, "b b b b p y", (CLEO, "blue"), (BEN, "pink"), (DORA, "blue"))
    assert chosen(table, ADA) == Copy(CLEO)


def test_it_keeps_to_its_plan() -> None:
    table = Table(4)
    plan = chosen(table, ADA)
    assert isinstance(plan, Dice)
    table.answers(ADA, plan)
    assert chosen(table, ADA) == plan


def test_bots_do_not_all_choose_the_same() -> None:
    table = Table(8, dice="b p y - - pb", fell=(1, 1, 2, 2, 3, 3), window=3, plan=(2, 2, 2))
    assert len({str(chosen(table, Seat(seat))) for seat in range(1, 8)}) > 1


@pytest.mark.parametrize(("seats", "wins"), [(3, 50), (4, 55), (6, 45), (8, 33)])
def test_it_clearly_beats_random_players(seats: int, wins: int) -> None:
    """A hundred and twenty matches from all seats in turn; at random it would win 40, 30, 20, 15."""
    won = 0
    for number in range(120):
        seat = number % seats
        match = playout(GAME, GAME.setup(seats), number.to_bytes(32, "big"), _against_chance(seat, number))
        won += match.outcome.places[seat] == 1
    assert won >= wins


def _against_chance(seat: int, number: int) -> Choose:
    luck = random.Random(number)

    def choose(state: Any, ask: Any, whim: Chance) -> Any:
        return GAME.bot(state, ask.seat, whim) if ask.seat == seat else luck.choice(tuple(GAME.legal(state, ask.seat)))

    return choose
