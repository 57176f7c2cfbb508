"""Tests of what some parts of an observation contain, against what the seat knows."""

from __future__ import annotations

from typing import Any

import pytest

from slowfuse_games import Match
from tables import play_at_random


def read(match: Match, seat: Any, name: str) -> list[float]:
    """Return a part of what a seat sees."""
    return [round(float(value), 4) for value in match.observe(seat)[match.encoder.layout[name]]]


def test_bids_and_stacks_of_die_bombe() -> None:
    """Check all lots: bids of every window, who paid what, and the place of each card in its stack."""
    match = Match("bombe", 3, {"bid_cap": 30})
    for _ in play_at_random(match, seed=11):
        state = match.state
        for seat in match.seats:
            for other in match.seats:
                place = f"seat +{(other - seat) % 3}: "
                bids = [0.0] * 3
                for window, offers in enumerate(state.offers):
                    bids[window] = sum(offer.amount for offer in offers if offer.seat == other) / 100
                assert read(match, seat, place + "bids for this lot") == bids
                assert read(match, seat, place + "paid") == [state.minus[other] / 100]
                assert read(match, seat, place + "score") == [match.game.scores(state)[other] / 100]
                held = [0.0] * 24
                for stack in (state.stacks[other].red, state.stacks[other].green):
                    for at, card in enumerate(stack, 1):
                        held[card - 6] = round(at / 12, 4)
                assert read(match, seat, place + "place of each number card in the stack, from the bottom") == held
                past = [0.0] * 60
                for number, lot in enumerate(state.past):
                    for window, offers in enumerate(lot.offers):
                        past[4 * number + window] = sum(offer.amount for offer in offers if offer.seat == other) / 100
                assert read(match, seat, place + "past lots: bids") == past


def test_own_cards_of_fuse() -> None:
    """Check the hand by points, the fuse and what each player has won and played."""
    match = Match("fuse", 3)
    faces = {3: 0, 7: 1, 10: 2, 15: 3}

    def count(cards: Any) -> list[float]:
        points = [0] * 4
        for card in cards:
            if card < 112:
                points[
                    faces[next(value for value, last in ((3, 36), (7, 74), (10, 98), (15, 112)) if card < last)]
                ] += 1
        return [round(number / 10, 4) for number in points]

    for _ in play_at_random(match, seed=12):
        state = match.state
        for seat in match.seats:
            assert read(match, seat, "own hand")[:4] == count(state.hands[seat])
            assert read(match, seat, "cards of the fuse")[:4] == count(state.fuse)
            for other in match.seats:
                place = f"seat +{(other - seat) % 3}: "
                assert read(match, seat, place + "cards won")[:4] == count(state.taken[other])
                assert read(match, seat, place + "cards played")[:4] == count(state.played[other])


def test_the_pile_of_frogs() -> None:
    """Check that a seat sees the kinds of its own cards in the pile, and of others' only that they are there."""
    match, kinds = Match("frogs", 4, {"laps": 1}), ["blue", "pink", "yellow", "blank", "grey"]
    seen = 0
    for _ in play_at_random(match, seed=13):
        for seat in match.seats:
            for place, card in enumerate(match.state.pile, 1):
                part = read(match, seat, f"seat +{(card.seat - seat) % 4}: cards in the pile")
                assert part[0] == round(place / 3, 4)
                assert part[1] == (card.window + 1) / 4
                assert part[2:] == ([kind == card.kind for kind in kinds] if card.seat == seat else [0] * 5)
                seen += 1
    assert seen


@pytest.mark.parametrize("options", [{}, {"closed_hands": True}])
def test_hands_of_kobolds(options: dict[str, Any]) -> None:
    """Check that a seat sees its whole hand, the number of others' cards, the holder and all gold."""
    match = Match("kobolds", 4, options, limit=400)
    for _ in play_at_random(match, seed=14):
        for seat in match.seats[:2]:
            memory = match.remember(seat)
            assert sum(read(match, seat, "seat +0: cards in hand")[:29]) == len(memory.hands[seat])
            for other in match.seats:
                place = f"seat +{(other - seat) % 4}: "
                assert sum(read(match, seat, place + "cards in hand")) == len(memory.hands[other])
                first = read(
                    match,
                    seat,
                    place + "gold, holds the bomb, armed it, gets it next, tricks this turn, played last, cards",
                )
                assert first[:2] == [memory.gold[other] / 10, other == memory.holder]
