"""The house's player of Die Bombe plays sensibly."""

from __future__ import annotations

import random
from typing import Any

import pytest

from apps.games.bombe import GAME
from apps.games.bombe.state import Bid, Tied
from apps.kernel.chance import Chance
from apps.kernel.playout import Choose, by_bots, playout
from apps.kernel.table import Seat
from tests.games.bombe.table import ADA, BEN, CLEO, Table

MATCHES = 40


WHIM = Chance(bytes(32), 0)


def chosen(table: Table, seat: Seat = ADA) -> str:
    return table.say(GAME.bot(table.memory(seat), seat, WHIM))


def amount(table: Table, seat: Seat = ADA) -> int:
    bid = GAME.bot(table.memory(seat), seat, WHIM)
    assert isinstance(bid, Bid)
    return bid.amount


def test_it_bids_more_for_better_cards() -> None:
    low, high = (amount(Table("", "", "", "", offer=offer)) for offer in ("r3 g3", "r25 g3"))
    assert 1 <= low < 10 < high < 60


def test_it_bids_less_where_the_other_card_is_as_good() -> None:
    assert amount(Table("", "", "", offer="r25 g25")) < amount(Table("", "", "", offer="r25 g3"))


def test_it_never_bids_above_the_cap() -> None:
    assert amount(Table("", "", "", offer="r25 g3", bid_cap=4)) <= 4


def test_it_sends_a_tie_number_along_where_one_is_asked_for() -> None:
    bid = GAME.bot(Table("", "", "", offer="r25 g3", tie_numbers=True).memory(ADA), ADA, WHIM)
    assert isinstance(bid, Bid)
    assert 1 <= bid.tie <= 40


def test_it_takes_the_card_that_makes_a_majority_rather_than_the_higher_one() -> None:
    table = Table("r25 r23 r19 g3", "r17 r13 r11 r9", "g9 g11 g13 g21", offer="r5 g7", pile="")
    table.bid(3, 2, 1)
    assert chosen(table) == "choose r5"


def test_it_lays_a_bomb_on_the_card_that_hurts_the_leader() -> None:
    table = Table("r3", "g5 r25", "g3", offer="bomb r15")
    table.bid(3, 2, 1)
    table.takes(ADA, "bomb")
    assert chosen(table) == "lay 1 red"


def test_bots_that_sit_alike_bid_differently() -> None:
    for seats in GAME.meta.seats:
        table = Table(*[""] * seats, offer="r25 g3")
        assert len({amount(table, seat) for seat in table.state.bidders}) > 1


def test_bots_are_tied_in_the_smaller_part_of_the_lots_only() -> None:
    ties = 0
    for number in range(10):
        match = playout(GAME, GAME.setup(4), bytes([number]) * 32, by_bots(GAME))
        ties += sum(isinstance(fact, Tied) for fact in match.events())
    assert ties < 75, "of 150 lots"


@pytest.mark.parametrize("limit", [20, 999])
@pytest.mark.parametrize(("seats", "wins"), [(3, 30), (4, 28), (6, 26)])
def test_it_clearly_beats_random_players(seats: int, wins: int, limit: int) -> None:
    """From all seats in turn, modest ones and such as bid anything; at random it would win 13, 10, 7."""
    won = 0
    for number in range(MATCHES):
        seat = number % seats
        match = playout(GAME, GAME.setup(seats), number.to_bytes(32, "big"), _against_chance(seat, number, limit))
        won += match.outcome.places[seat] == 1
    assert won >= wins


def _against_chance(seat: int, number: int, limit: int) -> Choose:
    luck = random.Random(number)

    def choose(state: Any, ask: Any, whim: Chance) -> Any:
        if ask.seat == seat:
            return GAME.bot(state, ask.seat, whim)
        actions = GAME.legal(state, ask.seat)
        return luck.choice([action for action in actions if getattr(action, "amount", 0) <= limit])

    return choose


def test_it_answers_every_question_of_a_tie() -> None:
    table = Table()
    table.bid(9, 9, 1)
    for seat in (ADA, BEN):
        assert GAME.bot(table.memory(seat), seat, WHIM) in GAME.legal(table.state, seat)
    assert CLEO not in table.asked()
