"""Tests that a seat of Kobold Bombs imagines every unseen card of a kind equally often behind each back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cache
from itertools import product
from math import sqrt

import pytest

from apps.games.kobolds import GAME
from apps.games.kobolds.cards import (
    APPARATUS,
    APPARATUSES,
    MECHANISM,
    MECHANISMS,
    TRICK,
    TRICKS,
    CardId,
    get_card_kind,
    is_face,
)
from apps.games.kobolds.state import State
from apps.kernel.chance import Chance
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.table import Seat

ME = Seat(0)
TIMES = 6000


def known(moves: int) -> State:
    """Return what a seat knows after this number of moves."""
    setup = GAME.setup(3)
    match = play_out_match(GAME, setup, bytes(32), by_bots(GAME))
    return GAME.recall(setup, [*match.deal, *(fact for step in match.steps[:moves] for fact in step.facts)], ME)


def unseen(state: State) -> dict[str, set[CardId]]:
    """Return the cards of each kind that the seat can't see anywhere."""
    zones = (*state.hands, state.inside, state.discards, state.mechanisms)
    lying = [*(item.card for item in state.stack), *(each.card for each in state.active), state.top]
    seen = {card for zone in zones for card in zone} | {*lying}
    kinds = {APPARATUS: APPARATUSES, MECHANISM: MECHANISMS, TRICK: TRICKS}
    return {back: {*cards} - seen for back, cards in kinds.items()}


def even(found: Counter[str], among: Collection[str]) -> bool:
    """Check by chi-square, within four deviations, that exactly these occur, equally often."""
    fair, free = TIMES / len(among), len(among) - 1
    square = sum((found[each] - fair) ** 2 / fair for each in among)
    return found.keys() <= {*among} and square < free + 4 * sqrt(2 * free)


@pytest.mark.parametrize("moves", [0, 40])
def test_each_back_is_any_card_of_its_kind_as_often(moves: int) -> None:
    state = known(moves)
    tables, cards = _tables(state), unseen(state)
    places = [(seat, at) for seat, hand in enumerate(state.hands) for at, card in enumerate(hand) if not is_face(card)]
    assert {get_card_kind(state.hands[seat][at]) for seat, at in places} >= {TRICK}
    for seat, at in places[:3]:
        assert even(Counter(table.hands[seat][at] for table in tables), cards[state.hands[seat][at]])
    for at, back in enumerate(state.inside):
        if back in {APPARATUS, MECHANISM}:
            assert even(Counter(table.inside[at] for table in tables), cards[back])


def test_two_backs_are_any_two_cards_as_often() -> None:
    """Check that one card reveals nothing about another except that it isn't the same card."""
    state = known(0)
    (one, at), (other, there) = [
        (seat, at) for seat, hand in enumerate(state.hands) for at, card in enumerate(hand) if card == TRICK
    ][:2]
    cards = unseen(state)[TRICK]
    both = Counter((table.hands[one][at], table.hands[other][there]) for table in _tables(state))
    assert all(first != second for first, second in both)
    keys = {card: number % 3 for number, card in enumerate(sorted(cards))}
    thirds = Counter((keys[first], keys[second]) for first, second in both.elements())
    many = Counter(keys.values())
    fair = {
        (first, second): TIMES * many[first] * (many[second] - (first == second)) / len(cards) / (len(cards) - 1)
        for first, second in product(range(3), repeat=2)
    }
    assert sum((thirds[each] - times) ** 2 / times for each, times in fair.items()) < 8 + 4 * sqrt(2 * 8)


def test_the_pile_under_its_open_card_is_in_any_order() -> None:
    state = known(0)
    cards = unseen(state)
    for at in (1, -1):
        assert even(Counter(table.deck[at] for table in _tables(state)), cards[TRICK] | cards[APPARATUS])


@cache
def _tables(state: State) -> list[State]:
    return [GAME.imagine(state, ME, Chance(bytes(32), n)) for n in range(TIMES)]
