"""Tests of win shares, their intervals and their scale, computed by hand and from matches with known results."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from apps.games.fuse import GAME
from apps.kernel.game import Outcome
from apps.kernel.ladder import (
    Share,
    compute_first_place_share,
    compute_ladder_ratings,
    compute_share,
    play_against_others,
)
from apps.kernel.policies import POLICIES


def test_a_share_has_the_interval_that_wilson_computed() -> None:
    found = compute_share([1] * 8 + [0] * 2, seats=4)
    assert (found.won, found.matches, found.fair, found.ratio) == (0.8, 10, 0.25, 3.2)
    assert (found.low, found.high) == (pytest.approx(0.4902, abs=1e-4), pytest.approx(0.9433, abs=1e-4))
    assert compute_share([0] * 20, 2).low == 0
    assert compute_share([1] * 20, 2).high == 1
    with pytest.raises(ValueError, match="no matches"):
        compute_share([], 2)


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    luck = Random(1)
    held = 0
    for _ in range(2000):
        found = compute_share([luck.random() < 0.3 for _ in range(60)], 3)
        held += found.low <= 0.3 <= found.high
    assert 0.93 < held / 2000 < 0.97


def test_a_shared_first_place_counts_in_parts() -> None:
    outcome = Outcome(places=(1, 3, 1), scores=(5, 1, 5), why="")
    assert [compute_first_place_share(outcome, seat) for seat in range(3)] == [0.5, 0, 0.5]


def test_one_sits_alone_in_every_seat_in_turn() -> None:
    sat: list[int] = []

    def watched(name: str) -> Any:
        def policy(game: Any) -> Any:
            choose = POLICIES["bot"](game)

            def act(state: Any, ask: Any, whim: Any) -> Any:
                if name == "one" and (not sat or sat[-1] != ask.seat):
                    sat.append(ask.seat)
                return choose(state, ask, whim)

            return act

        return policy

    seeds = [bytes([number]) * 32 for number in range(6)]
    won = play_against_others(GAME, GAME.setup(3, {"short_fuse": True}), watched("one"), watched("others"), seeds)
    assert sat == [0, 1, 2] * 2
    assert len(won) == 6
    assert set(won) <= {0, 0.5, 1}


def test_equals_are_level_and_ten_times_the_odds_are_four_hundred() -> None:
    def of(won: float) -> Share:
        return Share(won, 0, 1, 1000, 1 / 2)

    assert compute_ladder_ratings({("a", "b"): of(0.5), ("b", "a"): of(0.5)}, ("a", "b")) == {"a": 0, "b": 0}
    assert compute_ladder_ratings({("a", "b"): of(10 / 11), ("b", "a"): of(1 / 11)}, ("a", "b")) == {
        "a": 200,
        "b": -200,
    }


def test_at_four_seats_a_fair_share_is_level_too() -> None:
    fair = Share(0.25, 0, 1, 1000, 0.25)
    assert set(compute_ladder_ratings({("a", "b"): fair, ("b", "a"): fair}, ("a", "b")).values()) == {0}


def test_whoever_wins_everything_is_not_infinitely_stronger() -> None:
    all_, none = Share(1, 0.9, 1, 50, 0.5), Share(0, 0, 0.1, 50, 0.5)
    found = compute_ladder_ratings({("a", "b"): all_, ("b", "a"): none}, ("a", "b"))
    assert 0 < found["a"] == -found["b"] < 1000


def test_the_house_is_stronger_than_chance() -> None:
    seeds = [bytes([number]) * 32 for number in range(12)]
    assert (
        compute_share(play_against_others(GAME, GAME.setup(3), POLICIES["bot"], POLICIES["random"], seeds), 3).ratio > 2
    )
