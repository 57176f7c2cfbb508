"""Tests that the reasons given for an answer in Die Bombe are true."""

from __future__ import annotations

from typing import Any

from apps.games.bombe import GAME
from apps.games.bombe.state import Bid, Bombed, Choose, Lay, Took
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.game import Reason
from tests.games.bombe.table import ADA, BEN, Table
from tests.games.tables import played, positions

TOLD = {"majority", "leader", "costs", "own"}


def test_what_a_card_brings_and_a_bomb_costs_is_what_they_do() -> None:
    """Compare them at every point of matches played at random."""
    met = set()
    for seed in range(6):
        match = played(GAME, GAME.setup(4, {}), bytes([seed]) * SEED_BYTES)
        for position in positions(GAME, match):
            for ask in position.asks["referee"]:
                for action in position.legal[ask.seat] if ask.about != "bid" else ():
                    reason = GAME.because(position.memories[ask.seat], ask.seat, action)
                    met.add(reason.kind)
                    if isinstance(action, Lay):
                        assert reason.says["points"] == -_change(position.truth, ask.seat, action, action.seat)
                        assert (reason.kind == "own") == (action.seat == ask.seat)
                    elif reason.kind in ("doubles", "more", "brings"):
                        assert reason.says["points"] == _change(position.truth, ask.seat, action, ask.seat)
                    elif reason.kind == "from":
                        assert reason.says["target"] == position.truth.second
                        assert reason.says["own"] == _change(position.truth, ask.seat, action, ask.seat)
    assert met >= TOLD | {"doubles", "more", "from", "bomb"}


def _change(truth: Any, seat: Any, action: Any, of: Any) -> int:
    """Return how much an answer alone changes a seat's total, without the price paid."""
    luck = Chance(bytes(SEED_BYTES), 0)
    [fact] = [each for each in GAME.decide(truth, seat, action, luck) if isinstance(each, Took | Bombed)][:1]
    after = GAME.scores(GAME.learn(truth, [fact]))[of] - GAME.scores(truth)[of]
    return after + (fact.paid if isinstance(fact, Took) else 0)


def test_a_bid_is_set_beside_what_the_better_card_is_worth() -> None:
    table = Table("r3", "g5", "", offer="r15 g3")
    memory = table.memory(ADA)
    assert GAME.because(memory, ADA, Bid(10)) == Reason("profit", {"colour": "red", "points": 30, "left": 20})
    assert GAME.because(memory, ADA, Bid(1)) == Reason("second", {"points": 30})
    assert GAME.because(memory, ADA, Bid(99)).kind == "tried"
    assert GAME.because(table.memory(BEN), BEN, Bid(10)) == Reason("most", {"colour": "red", "points": 30, "left": 20})
    assert GAME.because(Table("r3", "g5", "", offer="bomb bomb").memory(ADA), ADA, Bid(1)) == Reason("bombs")


def test_whoever_takes_a_bomb_says_where_it_goes() -> None:
    table = Table("r3", "g5", "", offer="bomb g3")
    table.bid(9, 2, 1)
    kinds = {GAME.because(table.memory(ADA), ADA, act).kind for act in GAME.legal(table.state, ADA)}
    assert kinds == {"bomb", "doubles"}
    assert all(isinstance(act, Choose) for act in GAME.legal(table.state, ADA))
