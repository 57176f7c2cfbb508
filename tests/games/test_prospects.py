"""Tests that valuations of a table are shares of one and don't promise more than comes true."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from statistics import fmean

import pytest

from apps.kernel.playout import by_bots, play_out_match
from tests.games.strength import QUICK
from tests.games.tables import GAMES, AnyGame, drawn, name

games = pytest.mark.parametrize("game", [game for game in GAMES if game.prospects], ids=name)

MATCHES = 40


@games
def test_prospects_are_shares_of_one(game: AnyGame) -> None:
    """Check the sums, and that some positions have no valuation because something is still open."""
    for match, positions in drawn(game, game.meta.seats[0]).matches[:3]:
        found = [game.prospects(position.truth) for position in positions[1:-1]]  # type: ignore[misc]
        told = [each for each in found if each is not None]
        assert 0 < len(told) < len(found)
        assert all(len(each) == match.setup.seats and abs(sum(each) - 1) < 1e-9 for each in told)
        assert all(0 <= part <= 1 for each in told for part in each)


@pytest.mark.slow
@pytest.mark.once
@games
def test_who_is_said_to_be_ahead_comes_first_about_as_often_as_it_is_said(game: AnyGame) -> None:
    """Check matches of bots by log score, which punishes exaggeration more than calling all equal."""
    seats = 4
    promised = [pair for number in range(MATCHES) for pair in _promised(game, seats, number)]
    assert fmean(log(max(1e-9, likely)) * won for likely, won in promised) * seats > -log(seats)
    bold = [(likely, won) for likely, won in promised if likely >= 1.6 / seats]
    assert bold, "sometimes somebody is ahead"
    said, came = map(fmean, zip(*bold, strict=True))
    assert abs(said - came) < 0.12


def _promised(game: AnyGame, seats: int, number: int) -> Iterator[tuple[float, float]]:
    """Yield the predicted and the real share of first place, for each valuation in one match."""
    setup = game.setup(seats, QUICK.get(game.meta.slug))
    played = play_out_match(game, setup, number.to_bytes(32, "big"), by_bots(game))
    first = played.outcome.places.count(1)
    won = [(place == 1) / first for place in played.outcome.places]
    table = game.recall(setup, played.deal)
    for step in played.steps:
        table = game.learn(table, step.facts)
        if game.asks(table) and (likely := game.prospects(table)):  # type: ignore[misc]
            yield from zip(likely, won, strict=True)
