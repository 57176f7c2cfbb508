"""PettingZoo's own tests, and what they don't check."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from slowfuse_games import load_games, zoo

pettingzoo_test = pytest.importorskip("pettingzoo.test")
each_game = pytest.mark.parametrize("game", sorted(load_games()))


@each_game
def test_pettingzoo_accepts_the_environment(game: str) -> None:
    with warnings.catch_warnings():
        # It warns of any observation that is a dict with a mask, which its own classic games are, too.
        warnings.filterwarnings("ignore", message="Observation")
        pettingzoo_test.api_test(zoo.env(game), num_cycles=400)
        pettingzoo_test.api_test(zoo.raw_env(game, limit=30), num_cycles=100)
    pettingzoo_test.seed_test(lambda: zoo.env(game), num_cycles=60)


@each_game
def test_pettingzoo_accepts_the_parallel_environment(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pettingzoo_test.parallel_api_test(zoo.parallel_env(game, limit=200), num_cycles=400)
    pettingzoo_test.parallel_seed_test(lambda: zoo.parallel_env(game), num_cycles=60)


@each_game
def test_rewards_come_at_the_end_and_add_up_to_nothing(game: str) -> None:
    env = zoo.raw_env(game, limit=150)
    env.reset(seed=3)
    for agent in env.agents:
        env.action_space(agent).seed(3)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else env.action_space(agent).sample(seen["action_mask"]))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0 or env.match.truncated


def test_all_bidders_answer_at_once() -> None:
    env = zoo.parallel_env("bombe", 4, options={"bid_cap": 40})
    seen, _ = env.reset(seed=1)
    assert not any(each["action_mask"][env.idle] for each in seen.values())
    bids = {agent: int(np.flatnonzero(each["action_mask"])[3 * at]) for at, (agent, each) in enumerate(seen.items())}
    seen, rewards, *_ = env.step(bids)
    assert env.match.asked == (3,)
    assert [each["action_mask"][env.idle] for each in seen.values()] == [1, 1, 1, 0]
    assert not any(rewards.values())


@each_game
def test_a_table_is_drawn_as_text_and_as_a_picture(game: str) -> None:
    pytest.importorskip("PIL")
    text: Any = zoo.raw_env(game, render_mode="ansi")
    text.reset(seed=1)
    assert text.match.game.meta.title in text.render()
    picture: Any = zoo.raw_env(game, render_mode="rgb_array")
    picture.reset(seed=1)
    drawn = picture.render()
    assert drawn.dtype == np.uint8
    assert drawn.shape[2] == 3
    assert len(np.unique(drawn)) > 3
