"""Tests that the bot of Die Bombe plays sensibly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.games.bombe import GAME
from apps.games.bombe.cards import FACES
from apps.games.bombe.state import Bid, State, Tied
from apps.kernel.chance import Chance
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.table import Seat
from tests.games.bombe.table import ADA, BEN, CLEO, Table

MATCHES = 40
EXPLOITS = 15


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


def test_it_never_bids_above_the_cap() -> None:
    assert amount(Table("", "", "", offer="r25 g3", bid_cap=30)) <= 30


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


def test_nobody_can_foresee_a_bid() -> None:
    """Check that any sensible bid can come from every seat, even for readers of the bot's code."""
    table = Table("", "", "", "", offer="r25 g3")
    for seat in table.state.bidders:
        bids = {GAME.bot(table.memory(seat), seat, Chance(bytes(32), number)) for number in range(60)}
        assert len(bids) >= 8


def _mean_bid(table: Table, seat: Seat) -> float:
    bids = [GAME.bot(table.memory(seat), seat, Chance(bytes([seat]) * 32, number)) for number in range(80)]
    return sum(bid.amount for bid in bids if isinstance(bid, Bid)) / len(bids)


def test_bots_that_sit_alike_bid_alike_on_average() -> None:
    """Check that no seat is nearly always last in the first lot."""
    for seats in GAME.meta.seats:
        table = Table(*[""] * seats, offer="r25 g3")
        averages = [_mean_bid(table, seat) for seat in table.state.bidders]
        assert max(averages) < 1.25 * min(averages)


def test_bots_are_tied_in_the_smaller_part_of_the_lots_only() -> None:
    ties = 0
    for number in range(10):
        match = play_out_match(GAME, GAME.setup(4), bytes([number]) * 32, by_bots(GAME))
        ties += sum(isinstance(fact, Tied) for fact in match.events())
    assert ties < 75, "of 150 lots"


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "least"), [(3, 25), (4, 15), (6, 8)])
def test_bots_do_not_bid_everything_away(seats: int, least: int) -> None:
    """Check that their points stay clearly above those of a silent player."""
    total = sum(
        sum(play_out_match(GAME, GAME.setup(seats), bytes([number]) * 32, by_bots(GAME)).outcome.scores)
        for number in range(MATCHES)
    )
    assert total / seats / MATCHES > least


def _better(state: State) -> int:
    return max(FACES[card].points for card in state.cards)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 6])
@pytest.mark.parametrize(
    "simple",
    [
        lambda _: 1,
        lambda state: round(0.5 * _better(state)),
        lambda state: round(0.8 * _better(state)),
        _better,
        lambda state: _better(state) if _better(state) >= 19 else 1,
        lambda state: max(2, round(0.55 * min(FACES[card].points for card in state.cards))),
    ],
    ids=["always 1", "half", "four fifths", "printed points", "rich pairs only", "second place"],
)
def test_no_simple_way_to_bid_wins_clearly_more_than_its_share(simple: Callable[[State], int], seats: int) -> None:
    won = 0
    for number in range(EXPLOITS):
        seat = number % seats

        def choose(state: State, ask: Any, luck: Chance, seat: int = seat) -> Any:
            if ask.seat == seat and state.bidders:
                return Bid(max(1, simple(state)))
            return GAME.bot(state, ask.seat, luck)

        match = play_out_match(GAME, GAME.setup(seats), number.to_bytes(32, "big"), choose)
        won += match.outcome.places[seat] == 1
    assert won < 2 * EXPLOITS / seats


def test_it_answers_every_question_of_a_tie() -> None:
    table = Table()
    table.bid(9, 9, 1)
    for seat in (ADA, BEN):
        assert GAME.bot(table.memory(seat), seat, WHIM) in GAME.legal(table.state, seat)
    assert CLEO not in table.asked()


@pytest.mark.parametrize("ties", [False, True])
def test_it_bids_as_high_as_rising_ties_ask(ties: bool) -> None:
    table = Table(rising_ties=True, tie_numbers=ties)
    for seat in (ADA, BEN, CLEO):
        assert GAME.bot(table.memory(seat), seat, WHIM) in GAME.legal(table.state, seat)
    table.bid(*([(90, 90), (90, 90), (1, 1)] if ties else [90, 90, 1]))
    assert [GAME.bot(table.memory(seat), seat, WHIM) for seat in (ADA, BEN)] == [Bid(90), Bid(90)]
