"""Tests that no card of Die Bombe is ever lost, duplicated or known too early in any play."""

from __future__ import annotations

import pytest

from apps.games.bombe import GAME
from apps.games.bombe.cards import FACES, CardId, is_bomb
from apps.games.bombe.state import Counted, Took
from apps.kernel.playout import Playout
from apps.kernel.table import PUBLIC
from tests.games.bombe.hooks import cards, removed
from tests.games.tables import drawn


@pytest.fixture(scope="module", params=GAME.meta.seats)
def matches(request: pytest.FixtureRequest) -> list[Playout]:
    return [match for match, _ in drawn(GAME, request.param).matches]


def test_all_thirty_cards_are_somewhere_after_every_single_fact(matches: list[Playout]) -> None:
    for match in matches:
        state, gone = GAME.recall(match.setup, match.deal), set[CardId]()
        for step in match.steps:
            for fact in step.facts:
                out = removed(state, [fact])
                assert not gone & out
                gone |= out
                state = GAME.learn(state, [fact])
                assert sorted([*cards(state), *gone]) == list(FACES)
        assert not state.pile
        assert state.bombs == 0
        assert not any(is_bomb(card) for card in cards(state))


def test_the_gallery_sees_all_but_pile_and_sealed_bids(matches: list[Playout]) -> None:
    for match in matches:
        truth = GAME.recall(match.setup, match.deal)
        seen = GAME.recall(match.setup, match.deal, PUBLIC)
        for step in match.steps:
            truth, seen = GAME.learn(truth, step.facts), GAME.learn(seen, step.facts, PUBLIC)
            assert (seen.pile, seen.sealed) == ((), ())
            assert (seen.stacks, seen.minus, seen.past, seen.left) == (
                truth.stacks,
                truth.minus,
                truth.past,
                truth.left,
            )


def test_everybody_pays_for_what_they_won_and_nothing_else(matches: list[Playout]) -> None:
    for match in matches:
        took = [fact for fact in match.events() if isinstance(fact, Took)]
        (counted,) = [fact for fact in match.events() if isinstance(fact, Counted)]
        end = GAME.recall(match.setup, match.events())
        assert len(end.past) == 15
        for seat in match.setup.everyone():
            assert counted.minus[seat] == sum(fact.paid for fact in took if fact.seat == seat)
            assert counted.minus[seat] == sum(lot.paid for lot in end.past if lot.first == seat)
        assert counted.scores == match.outcome.scores
