"""Tests of whole matches without a table."""

from __future__ import annotations

import pytest

from apps.kernel.playout import AtRandom, play_out_match
from apps.kernel.policies import by_seat
from tests.games.tables import GAMES, AnyGame, name


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_who_plays_at_random_plays_the_same_from_memory(game: AnyGame) -> None:
    """Check that random players need no secrets. They see the whole table only for convenience."""
    setup = game.setup(game.meta.seats[-1])
    from_memory = play_out_match(game, setup, bytes(32), by_seat([AtRandom(game) for _ in setup.everyone()]))
    assert play_out_match(game, setup, bytes(32), AtRandom(game)) == from_memory
