"""Tests that probable tables are nearer to the real one than merely possible ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from apps.games import load_games
from apps.games.fuse.cards import is_fuse, sum_points
from apps.kernel.chance import Chance
from apps.kernel.playout import by_bots, play_out_match
from apps.kernel.table import HOUSE, Seat

FROGS, FUSE = load_games()["frogs"], load_games()["fuse"]


def moments(game: Any, seats: int, every: int, matches: int = 12) -> Iterator[tuple[Any, Any, Seat, Chance]]:
    """Yield (table, knowledge of the asked seat, seat, randomness) from all over some matches of bots."""
    setup = game.setup(seats)
    for number in range(matches):
        seed = number.to_bytes(32, "big")
        played = play_out_match(game, setup, seed, by_bots(game))
        table = game.recall(setup, played.deal)
        for move, step in enumerate(played.steps):
            if step.seat != HOUSE and move % every == 0:
                yield table, game.seen(table, step.seat), step.seat, Chance(seed, 1_000_000 + move)
            table = game.learn(table, step.facts)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_more_cards_of_the_pile_of_frogs_are_guessed_right(seats: int) -> None:
    def right(imagine: Callable[..., Any]) -> int:
        return sum(
            one.kind == other.kind
            for table, known, seat, luck in moments(FROGS, seats, every=1)
            for one, other in zip(table.pile, imagine(known, seat, luck).pile, strict=True)
            if one.seat != seat
        )

    assert right(FROGS.probable) > 1.2 * right(FROGS.imagine)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_points_in_the_hands_of_others_at_fuse_are_guessed_better(seats: int) -> None:
    def points(table: Any, seat: Seat) -> int:
        return sum(sum_points(filter(is_fuse, table.hands[other])) for other in table.setup.others(seat))

    def wrong(imagine: Callable[..., Any]) -> int:
        return sum(
            abs(points(imagine(known, seat, luck), seat) - points(table, seat))
            for table, known, seat, luck in moments(FUSE, seats, every=5)
        )

    assert wrong(FUSE.probable) < 0.7 * wrong(FUSE.imagine)
