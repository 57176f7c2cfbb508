"""PettingZoo environments of all games: one after the other (AEC), and all who are asked at once (parallel).

`env("bombe", seats=3)` checks the order of calls and ends a match in which an illegal answer is given. `raw_env` does
neither and is faster. An observation is a dict with `observation` and `action_mask`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from apps.kernel.game import Illegal
from apps.kernel.table import Seat
from slowfuse_games.match import Match
from slowfuse_games.rendering import draw_table, write_table
from slowfuse_games.rewards import Reward, compute_rewards

RenderMode: TypeAlias = Literal["ansi", "rgb_array"] | None
Seen: TypeAlias = dict[str, NDArray[Any]]

MAX_VALUE: Final = 1000.0
"""Bound of the numbers in an observation."""
ILLEGAL_REWARD: Final = -1.0
_MAX_SEED: Final = 2**31


def env(game: str, seats: int = 0, **settings: Any) -> AECEnv[str, Seen, int]:
    """Return the usual environment: an illegal answer ends the match, and calls in the wrong order are errors."""
    checked = TerminateIllegalWrapper(raw_env(game, seats, **settings), illegal_reward=ILLEGAL_REWARD)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))


def raw_env(game: str, seats: int = 0, **settings: Any) -> MatchEnv:
    """Return an environment in which an illegal answer raises `Illegal`."""
    return MatchEnv(game, seats, **settings)


def parallel_env(game: str, seats: int = 0, **settings: Any) -> ParallelMatchEnv:
    """Return an environment in which all seats that are asked answer at once."""
    return ParallelMatchEnv(game, seats, **settings)


def build_spaces(match: Match, idle: int = 0) -> tuple[Dict, Discrete[Any]]:
    """Return the spaces of observations and actions.

    :param idle: 1 if there's a number for seats that aren't asked
    """
    count = match.numbers.count + idle
    seen = Dict(
        observation=Box(-MAX_VALUE, MAX_VALUE, (match.encoder.size,), np.float32),
        action_mask=Box(0, 1, (count,), np.int8),
    )
    return seen, Discrete(count)


def read_mask(match: Match, seat: Seat) -> NDArray[np.int8]:
    """Return a new array with 1 for each number that the seat can answer now."""
    return np.array(np.frombuffer(match.mask(seat), np.int8))


class _Rendering:
    """The render modes of an environment."""

    match: Match
    render_mode: RenderMode

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return what the public sees, as text or as a picture."""
        if self.render_mode is None:
            return None
        return write_table(self.match) if self.render_mode == "ansi" else draw_table(self.match)

    def close(self) -> None:
        """Release nothing, because nothing is held."""


class MatchEnv(_Rendering, AECEnv[str, Seen, int]):
    """A match in which seats answer one after the other. In a window, no seat sees what the others answered."""

    metadata = {
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
        "name": "slowfuse_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        seats: int = 0,
        *,
        options: Mapping[str, object] | None = None,
        limit: int | None = None,
        reward: Reward = "worth",
        render_mode: RenderMode = None,
    ) -> None:
        """Agree on the setup.

        :param limit: number of answers after which the match is truncated (`Match`)
        """
        super().__init__()
        self.match = Match(game, seats, options, limit=limit)
        self.metadata = {**type(self).metadata, "name": f"slowfuse_{game}_v0"}
        self.reward_kind, self.render_mode = reward, render_mode
        self.possible_agents = [f"player_{seat}" for seat in self.match.seats]
        self._seats = {agent: seat for seat, agent in zip(self.match.seats, self.possible_agents, strict=True)}
        seen, numbers = build_spaces(self.match)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(int(numbers.n)) for agent in self.possible_agents}
        self._luck = np.random.default_rng()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new match. A seed fixes all matches from now on."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self.match.reset(int(self._luck.integers(_MAX_SEED)))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.turn or 0]

    def observe(self, agent: str) -> Seen:
        """Return what a player knows, and what they can answer now."""
        seat = self._seats[agent]
        return {"observation": self.match.observe(seat), "action_mask": read_mask(self.match, seat)}

    def step(self, action: int | None) -> None:
        """Answer for the selected player."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match = self.match
        if action is None:
            raise Illegal(f"{agent} must answer.")
        match.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        if match.outcome is None:
            self.agent_selection = self.possible_agents[match.turn or 0]
            return
        done = self.truncations if match.truncated else self.terminations
        for each, reward in zip(self.agents, compute_rewards(match.outcome, self.reward_kind), strict=True):
            self.rewards[each] = self._cumulative_rewards[each] = reward
            done[each] = True


class ParallelMatchEnv(_Rendering, ParallelEnv[str, Seen, int]):
    """A match in which all seats that are asked answer at once.

    All others can only give the last number, which means nothing. In windows, everyone answers: most of Die Bombe and
    Lunar Laser Frogs is like this.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1, "name": "slowfuse_parallel_v0"}

    def __init__(
        self,
        game: str,
        seats: int = 0,
        *,
        options: Mapping[str, object] | None = None,
        limit: int | None = None,
        reward: Reward = "worth",
        render_mode: RenderMode = None,
    ) -> None:
        """Agree on the setup, as in `MatchEnv`."""
        self.match = Match(game, seats, options, limit=limit)
        self.metadata = {**type(self).metadata, "name": f"slowfuse_{game}_parallel_v0"}
        self.reward_kind, self.render_mode = reward, render_mode
        self.possible_agents = [f"player_{seat}" for seat in self.match.seats]
        self.agents: list[str] = []
        seen, numbers = build_spaces(self.match, idle=1)
        self.idle = int(numbers.n) - 1
        """The number for players who aren't asked."""
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(int(numbers.n)) for agent in self.possible_agents}
        self._luck = np.random.default_rng()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal a new match. A seed fixes all matches from now on."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self.match.reset(int(self._luck.integers(_MAX_SEED)))
        self.agents = [*self.possible_agents]
        return self._observe(self.match.asked), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Answer for everyone who is asked. An illegal answer ends the match, and costs its player a reward of -1."""
        match, agents = self.match, self.agents
        given = {seat: int(actions[self.possible_agents[seat]]) for seat in match.asked}
        illegal = self._find_illegal_answers(given)
        for seat, number in ({} if illegal else given).items():
            if match.outcome is None:
                match.step_seat(seat, number)
        if match.outcome is not None:
            rewards = compute_rewards(match.outcome, self.reward_kind)
        else:
            rewards = [ILLEGAL_REWARD * (seat in illegal) for seat in match.seats]
        over = bool(illegal) or match.outcome is not None
        seen = self._observe(() if over else match.asked)
        if over:
            self.agents = []
        return (
            seen,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over and not match.truncated),
            dict.fromkeys(agents, match.truncated),
            {agent: {"illegal": True} if seat in illegal else {} for seat, agent in enumerate(agents)},
        )

    def _find_illegal_answers(self, given: Mapping[Seat, int]) -> list[Seat]:
        """Return the seats that can't answer what they do."""
        return [seat for seat, number in given.items() if number == self.idle or not self.match.mask(seat)[number]]

    def _observe(self, asked: tuple[Seat, ...]) -> dict[str, Seen]:
        seen: dict[str, Seen] = {}
        for seat, agent in zip(self.match.seats, self.possible_agents, strict=True):
            mask = np.zeros(self.idle + 1, np.int8)
            if seat in asked:
                mask[: self.idle] = np.frombuffer(self.match.mask(seat), np.int8)
            else:
                mask[self.idle] = 1
            seen[agent] = {"observation": self.match.observe(seat), "action_mask": mask}
        return seen
