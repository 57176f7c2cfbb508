"""Gymnasium's own test, and matches against each bot of the site."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from slowfuse_games import load_games

gymnasium = pytest.importorskip("gymnasium")
gym = pytest.importorskip("slowfuse_games.gym")
each_game = pytest.mark.parametrize("game", sorted(load_games()))


@each_game
def test_gymnasium_accepts_the_environment(game: str) -> None:
    from gymnasium.utils.env_checker import check_env  # noqa: PLC0415

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"SlowFuse/{game}-v0", opponents="random").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("bot", ["spark", "cinder", "random"])
@each_game
def test_a_learner_plays_a_match_to_its_end(game: str, bot: str) -> None:
    env = gym.LearnerEnv(game, opponents=bot, limit=300)
    seen, _ = env.reset(seed=5)
    env.action_space.seed(5)
    done = False
    while not done:
        assert env.match.turn == env.seat
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))
        done = terminated or truncated
    assert info["place"] in range(1, 4)
    assert not np.any(seen["action_mask"])
    assert abs(reward) <= 1


def test_flint_thinks_ahead() -> None:
    env = gym.LearnerEnv("fuse", 2, opponents=["flint"], seat=0, options={"short_fuse": True})
    seen, _ = env.reset(seed=1)
    seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert env.match.turn == env.seat


def test_an_illegal_answer_ends_the_match() -> None:
    env = gym.LearnerEnv("bombe")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert terminated
    assert reward == -1
    assert info == {"illegal": True}


def test_each_opponent_can_be_another_bot() -> None:
    with pytest.raises(ValueError, match="2 opponents"):
        gym.LearnerEnv("bombe", 3, opponents=["cinder"])
    env = gym.LearnerEnv("bombe", 3, opponents=["cinder", "spark"], seat=1)
    assert env.bots[0] is not env.bots[1]
