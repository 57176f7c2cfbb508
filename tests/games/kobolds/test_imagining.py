"""What a seat of Kobold Bombs imagines under the backs it sees: any card of that kind it has not seen, as often."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from apps.games.kobolds import GAME
from apps.games.kobolds.cards import APPARATUS, MECHANISM, TRICK, is_face, kind
from apps.games.kobolds.state import State
from apps.kernel.chance import Chance
from apps.kernel.playout import by_bots, playout
from apps.kernel.table import Seat

ME = Seat(0)
TIMES = 6000


def known(moves: int) -> State:
    """What a seat knows after so many moves of a match."""
    setup = GAME.setup(3)
    match = playout(GAME, setup, bytes(32), by_bots(GAME))
    return GAME.recall(setup, [*match.deal, *(fact for step in match.steps[:moves] for fact in step.facts)], ME)


def even(found: Counter[str]) -> bool:
    """By chi-square, four deviations at most."""
    fair, free = TIMES / len(found), len(found) - 1
    return sum((times - fair) ** 2 / fair for times in found.values()) < free + 4 * sqrt(2 * free)


@pytest.mark.parametrize("moves", [0, 40])
def test_each_back_is_any_card_of_its_kind_as_often(moves: int) -> None:
    state = known(moves)
    tables = [GAME.imagine(state, ME, Chance(bytes(32), n)) for n in range(TIMES)]
    places = [(seat, at) for seat, hand in enumerate(state.hands) for at, card in enumerate(hand) if not is_face(card)]
    seen = {card for hand in state.hands for card in hand if is_face(card)} | {state.top}
    assert {kind(state.hands[seat][at]) for seat, at in places} >= {TRICK}
    for seat, at in places[:3]:
        found = Counter(table.hands[seat][at] for table in tables)
        assert {kind(card) for card in found} == {state.hands[seat][at]}
        assert not seen & found.keys()
        assert even(found)
    for at, back in enumerate(state.inside):
        if back in {APPARATUS, MECHANISM}:
            assert even(Counter(table.inside[at] for table in tables))


def test_the_pile_under_its_open_card_is_in_any_order() -> None:
    state = known(0)
    first, last = (Counter(table.deck[at] for table in _tables(state)) for at in (1, -1))
    assert first.keys() == last.keys()
    assert even(first)
    assert even(last)


def _tables(state: State) -> list[State]:
    return [GAME.imagine(state, ME, Chance(bytes(32), n)) for n in range(TIMES)]
