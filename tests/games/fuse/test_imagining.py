"""Tests that a seat of Fuse imagines other hands as often as they really occur."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import pytest

from apps.games.fuse import GAME
from apps.games.fuse.cards import DEFUSE_CARD_IDS, TIMEBOMB, is_defuse
from apps.games.fuse.state import Bomb
from apps.kernel.chance import Chance
from apps.kernel.playout import play_out_match
from apps.kernel.table import Seat

ME = Seat(0)


def anything_but_bombs(state: Any, ask: Any, whim: Chance) -> Any:
    """Return any action except a bomb. Playing a random card reveals nothing."""
    return whim.pick("any", [action for action in GAME.legal(state, ask.seat) if not isinstance(action, Bomb)])


def after(moves: int, seats: int, matches: int, **options: bool) -> list[tuple[Any, Any]]:
    """Return (truth, table imagined by seat 0) after this number of moves in each match."""
    setup, found = GAME.setup(seats, options), []
    for number in range(matches):
        seed = hashlib.sha256(f"{seats}:{number}".encode()).digest()
        match = play_out_match(GAME, setup, seed, anything_but_bombs)
        facts = [*match.deal, *(fact for step in match.steps[:moves] for fact in step.facts)]
        if (truth := GAME.recall(setup, facts)).ended is None:
            found.append((truth, GAME.imagine(GAME.recall(setup, facts, ME), ME, Chance(seed, 10_000))))
    return found


@pytest.mark.parametrize(("moves", "seats"), [(0, 2), (6, 2), (25, 3), (45, 4)])
def test_others_hold_as_many_defuse_cards_as_imagined(moves: int, seats: int) -> None:
    """Check by chi-square with up to four degrees of freedom. Only one fair sample in a thousand exceeds 18.5."""
    found = after(moves, seats, 400, short_fuse=True, extinguisher=seats == 3)
    real, imagined = (
        Counter(min(4, sum(map(is_defuse, table.hands[seat]))) for pair in found for seat in range(1, seats)
                for table in [pair[which]])
        for which in (0, 1)
    )  # fmt: skip
    both = real | imagined
    assert sum((real[held] - imagined[held]) ** 2 / (real[held] + imagined[held]) for held in both) < 18.5
    assert moves or real == imagined == {2: len(found) * (seats - 1)}


@pytest.mark.slow
def test_the_time_bomb_lies_as_deep_as_imagined() -> None:
    """Check ten equal parts of the packet. Only one fair sample in a thousand exceeds 27.9."""
    found = after(20, 3, 600)
    real, imagined = (Counter(pair[which].pile[::-1].index(TIMEBOMB) // 4 for pair in found) for which in (0, 1))
    assert sum((real[at] - imagined[at]) ** 2 / (real[at] + imagined[at]) for at in real | imagined) < 27.9


def test_any_card_that_was_not_seen_may_be_anywhere() -> None:
    """Check a match of two players, in which no one knows which twelve defuse cards were removed."""
    found = after(10, 2, 400, short_fuse=True)
    held = Counter(card for _, table in found for card in table.hands[1] if is_defuse(card))
    unseen = Counter(
        card for truth, _ in found for card in DEFUSE_CARD_IDS if card not in {*truth.hands[0]}.union(*truth.played)
    )
    shares = [held[card] / unseen[card] for card in DEFUSE_CARD_IDS]
    mean = sum(held.values()) / sum(unseen.values())
    assert all(
        abs(share - mean) < 4 * (mean * (1 - mean) / unseen[card]) ** 0.5
        for card, share in zip(DEFUSE_CARD_IDS, shares, strict=True)
    )
