"""Laws for encoders: an array says what its seat knows, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from slowfuse_games import Match
from slowfuse_games.encoders import build_encoder
from tables import TABLES, play_at_random

EVERY = 9
"""Every which position of a match is checked."""

each_table = pytest.mark.parametrize(("game", "seats", "options"), TABLES)


@each_table
def test_an_array_contains_no_more_than_the_seat_knows(game: str, seats: int, options: dict[str, Any]) -> None:
    """Check that memory, whole table and imagined tables give the same array, also without what was kept."""
    match = Match(game, seats, options, limit=600)
    for number, _ in enumerate(play_at_random(match, seed=1)):
        if number % EVERY:
            match.observe(match.seats[number % seats])
            continue
        for seat in match.seats:
            found, memory = match.observe(seat), match.remember(seat)
            np.testing.assert_array_equal(found, build_encoder(match.game, match.setup).encode(memory, seat))
            tables = [match.game.imagine(memory, seat, match.get_bot_chance()) for _ in range(2)]
            if match.encoder.needs_memory:
                tables = [match.game.seen(table, seat) for table in tables]
                one, two = (match.encoder.encode(table, seat) for table in tables)
                np.testing.assert_array_equal(one, two)
            else:
                for table in tables:
                    np.testing.assert_array_equal(found, build_encoder(match.game, match.setup).encode(table, seat))


@each_table
def test_every_number_has_a_name_and_a_sensible_size(game: str, seats: int, options: dict[str, Any]) -> None:
    match = Match(game, seats, options, limit=600)
    parts = sorted((part.start, part.stop) for part in match.encoder.layout.values())
    assert [0, *(stop for _, stop in parts)] == [*(start for start, _ in parts), match.encoder.size]
    for _ in play_at_random(match, seed=2):
        found = match.observe(match.seats[0])
        assert found.dtype == np.float32
        assert found.shape == (match.encoder.size,)
        assert np.abs(found).max() < 1000
    assert all(np.isfinite(match.observe(seat)).all() for seat in match.seats)


@each_table
def test_a_seat_sees_itself_first(game: str, seats: int, options: dict[str, Any]) -> None:
    """Check that what one seat sees of its left neighbour is what the neighbour sees of itself, if it's public."""
    match = Match(game, seats, options, limit=600)
    score = next(name for name in match.encoder.layout if "score" in name or "gold" in name).removeprefix("seat +0: ")
    for _ in play_at_random(match, seed=3):
        pass
    layout = match.encoder.layout
    seen = match.observe(match.seats[0])
    for seat in match.seats:
        mine = match.observe(seat)[layout[f"seat +0: {score}"]]
        np.testing.assert_array_equal(mine, seen[layout[f"seat +{seat}: {score}"]])


@each_table
def test_a_seat_sees_what_it_answered_and_no_one_else_does(game: str, seats: int, options: dict[str, Any]) -> None:
    """Check all answers in windows that don't close them: they change the array of their seat alone."""
    match = Match(game, seats, options, limit=300)
    answered, seat = 0, match.turn
    before: list[Any] = []
    for _ in play_at_random(match, seed=4):
        if before and all(hasattr(fact, "to") for fact in match.log[answered:]):
            for other in match.seats:
                if other != seat:
                    np.testing.assert_array_equal(match.observe(other), before[other])
        answered, seat, before = len(match.log), match.turn, [match.observe(each) for each in match.seats]
    assert before


@each_table
def test_a_seat_sees_that_it_is_asked(game: str, seats: int, options: dict[str, Any]) -> None:
    """Check the first part of every array, the question, before each answer and once the match is over."""
    match = Match(game, seats, options)
    name, part = next(iter(match.encoder.layout.items()))
    assert name.startswith("asked")
    abouts = [*match.game.meta.questions]
    for _ in play_at_random(match, seed=6):
        asked = match.observe(match.ask.seat)[part]
        assert asked.sum() == 1
        assert abouts[int(asked.argmax())] == match.ask.about
    assert match.truncated or not any(match.observe(seat)[part].any() for seat in match.seats)
