"""Tests that a seat of Die Bombe imagines every order of the pile equally often."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from apps.games.bombe import GAME
from apps.games.bombe.cards import FACES
from apps.kernel.chance import Chance
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.table import Seat

ORDERS, TIMES = 24, 100


def test_all_orders_of_the_last_four_cards_are_as_likely() -> None:
    """Check by chi-square. Only one fair sample in a thousand exceeds 49.7."""
    setup = GAME.setup(3)
    match = play_out_match(GAME, setup, bytes(32), by_bots(GAME))
    over = GAME.recall(setup, match.events(), Seat(0))
    *before, now, _, _ = over.past
    known = replace(over, past=tuple(before), cards=now.cards, pile=())
    left = {*FACES}.difference(now.cards, *(lot.cards for lot in before))
    piles = Counter(GAME.imagine(known, Seat(0), Chance(bytes(32), n)).pile for n in range(ORDERS * TIMES))
    assert len(left) == 4
    assert len(piles) == ORDERS
    assert all({*pile} == left for pile in piles)
    assert sum((times - TIMES) ** 2 / TIMES for times in piles.values()) < 49.7
