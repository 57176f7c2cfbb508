"""Laws for the numbers of answers: every legal answer has one, and a mask leaves none out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from apps.games import load_games
from apps.games.bombe.state import Bid
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.game import AnyGame
from apps.kernel.numbering import Numbering
from apps.kernel.playout import AtRandom, Choose, by_bots, play_out_match
from apps.kernel.policies import by_seat
from apps.kernel.table import REFEREE, Observer, Seat
from tests.games.tables import TABLES, name, options
from tests.luck import LUCK

NUMBERED = [(game, seats) for game, seats in TABLES if game.meta.slug in load_games()]
MAX_POSITIONS = 24
"""Number of positions of a match that are checked, at equal distances."""

each_table = pytest.mark.parametrize(("game", "seats"), NUMBERED, ids=name)


def positions(game: AnyGame, seats: int) -> Iterator[tuple[Numbering[Any, Any], Any, Seat, Any]]:
    """Yield some positions of a match of random players and a bot: the numbers, the whole table, a seat, its memory."""
    assert game.number_actions is not None
    luck = random.Random(f"{LUCK} {name(game)} {seats}")
    setup, seed = game.setup(seats, options(game, luck)), luck.randbytes(SEED_BYTES)
    choosing: list[Choose] = [AtRandom(game), *[by_bots(game)] * (seats - 1)]
    match = play_out_match(game, setup, seed, by_seat(choosing), checkable=False)
    watching: tuple[Observer, ...] = (*setup.everyone(), REFEREE)
    memories = {who: game.recall(setup, match.deal, who) for who in watching}
    apart = max(1, len(match.steps) // MAX_POSITIONS)
    for number, step in enumerate(match.steps):
        if number % apart == 0:
            for seat in setup.everyone():
                yield game.number_actions(setup), memories[REFEREE], seat, memories[seat]
        memories = {who: game.learn(memory, step.facts, who) for who, memory in memories.items()}


def in_words(game: AnyGame, action: Any) -> list[tuple[str, Any]]:
    """Return what the site says about an answer, with titles for cards. Mechanisms have names, but all do the same."""
    return [
        (key, "mechanism" if getattr(value, "back", "") == "ME" else getattr(value, "title", value))
        for key, value in game.calls(action).items()
    ]


@each_table
def test_every_legal_answer_has_a_number_that_means_it(game: AnyGame, seats: int) -> None:
    for numbers, _truth, seat, memory in positions(game, seats):
        mask, legal = numbers.mask(memory, seat), game.legal(memory, seat)
        for action in legal:
            number = numbers.encode(memory, seat, action)
            assert mask[number]
            meant = numbers.decode(memory, seat, number)
            assert meant in legal
            assert meant == action or not numbers.exact or in_words(game, meant) == in_words(game, action)
            assert type(meant) is type(action)
            assert numbers.names(number)


@each_table
def test_a_mask_is_what_trying_all_numbers_finds(game: AnyGame, seats: int) -> None:
    """Check against brute force, and that the whole table gives the same mask as what the seat knows."""
    for numbers, truth, seat, memory in positions(game, seats):
        mask, legal = numbers.mask(memory, seat), game.legal(memory, seat)
        assert mask == numbers.mask(truth, seat)
        assert any(mask) == bool(legal)
        if not legal:
            continue
        meant = [decode_or_none(numbers, memory, seat, number) for number in range(numbers.count)]
        assert mask == bytes(action is not None and action in legal for action in meant)
        assert all(numbers.encode(memory, seat, meant[number]) == number for number, can in enumerate(mask) if can)


def decode_or_none(numbers: Numbering[Any, Any], state: Any, seat: Seat, number: int) -> Any:
    try:
        return numbers.decode(state, seat, number)
    except LookupError:
        return None


def test_cards_worth_the_same_share_a_number() -> None:
    """Check a hand of Fuse: some of its five fuse cards are worth the same, and only the one held longest is laid."""
    game = load_games()["fuse"]
    assert game.number_actions is not None
    setup = game.setup(2)
    numbers = game.number_actions(setup)
    table = game.recall(setup, game.deal(setup, Chance(bytes(SEED_BYTES), 0)))
    legal = game.legal(table, table.seat)
    found = {numbers.encode(table, table.seat, action) for action in legal}
    assert 1 < len(found) < len(legal)
    assert {numbers.decode(table, table.seat, number) for number in found} < set(legal)
    assert sum(numbers.mask(table, table.seat)) == len(found)


def test_all_bids_have_a_number_although_legal_lists_only_some() -> None:
    game = load_games()["bombe"]
    assert game.number_actions is not None
    setup = game.setup(3)
    numbers = game.number_actions(setup)
    table = game.recall(setup, game.deal(setup, Chance(bytes(SEED_BYTES), 0)))
    bids = [numbers.decode(table, Seat(0), number) for number, can in enumerate(numbers.mask(table, Seat(0))) if can]
    assert [bid.amount for bid in bids] == [*range(1, 1000)]
    assert all(bid in game.legal(table, Seat(0)) for bid in bids)
    assert len([*game.legal(table, Seat(0))]) < len(bids)


def test_where_there_are_too_many_tiebreak_bids_the_nearest_with_a_number_stands_for_the_others() -> None:
    game = load_games()["bombe"]
    assert game.number_actions is not None
    setup = game.setup(3, {"tie_numbers": "true"})
    numbers = game.number_actions(setup)
    assert not numbers.exact
    table = game.recall(setup, game.deal(setup, Chance(bytes(SEED_BYTES), 0)))
    meant = numbers.decode(table, Seat(0), numbers.encode(table, Seat(0), Bid(100, 37)))
    assert meant == Bid(100, 40)
