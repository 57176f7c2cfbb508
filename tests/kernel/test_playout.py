"""Whole matches without any table."""

from __future__ import annotations

import pytest

from apps.kernel.playout import AtRandom, playout
from apps.kernel.policies import by_seat
from tests.games.tables import GAMES, AnyGame, name


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_who_plays_at_random_plays_the_same_from_memory(game: AnyGame) -> None:
    """They are shown the whole table only because it is at hand."""
    setup = game.setup(game.meta.seats[-1])
    from_memory = playout(game, setup, bytes(32), by_seat([AtRandom(game) for _ in setup.everyone()]))
    assert playout(game, setup, bytes(32), AtRandom(game)) == from_memory
