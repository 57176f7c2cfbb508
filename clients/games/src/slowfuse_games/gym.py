"""A Gymnasium environment: one learner against the bots of the site.

Importing this module registers `SlowFuse/bombe-v0`, `SlowFuse/frogs-v0`, `SlowFuse/fuse-v0` and `SlowFuse/kobolds-v0`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from apps.games import load_games
from apps.kernel.playout import Choose
from apps.kernel.policies import POLICIES
from apps.kernel.table import Seat
from slowfuse_games.match import Match
from slowfuse_games.rendering import draw_table, write_table
from slowfuse_games.rewards import Reward, compute_rewards
from slowfuse_games.zoo import ILLEGAL_REWARD, RenderMode, Seen, build_spaces, read_mask

BOTS: Final = {"spark": "spark", "cinder": "bot", "flint": "flint", "random": "random"}
"""Bots of the site, from beginner to thinker, and one that answers at random. Flint needs tenths of a second."""
_MAX_SEED: Final = 2**31


class LearnerEnv(gymnasium.Env[Seen, np.int64]):
    """A match in which one seat learns and bots have all others.

    An observation is a dict with `observation` and `action_mask`. An illegal answer ends the match with a reward of -1
    and `illegal` in its info.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        seats: int = 0,
        *,
        opponents: str | Sequence[str] = "cinder",
        seat: int | None = None,
        options: Mapping[str, object] | None = None,
        limit: int | None = None,
        reward: Reward = "worth",
        render_mode: RenderMode = None,
    ) -> None:
        """Agree on the setup.

        :param opponents: a bot (`BOTS`) for all other seats, or one for each of them, to the left of the learner
        :param seat: the learner's seat, or None for one at random in each match
        """
        self.match = Match(game, seats, options, limit=limit)
        others = len(self.match.seats) - 1
        names = [opponents] * others if isinstance(opponents, str) else [*opponents]
        if len(names) != others:
            raise ValueError(f"there are {others} opponents, not {len(names)}")
        bots = {name: POLICIES[BOTS[name]](self.match.game) for name in dict.fromkeys(names)}
        self.bots: list[Choose] = [bots[name] for name in names]
        self.reward_kind, self.render_mode, self._fixed_seat = reward, render_mode, seat
        self.seat = Seat(seat or 0)
        spaces: tuple[Any, Any] = build_spaces(self.match)
        self.observation_space, self.action_space = spaces

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal a new match, and let the bots play until the learner is asked."""
        super().reset(seed=seed, options=options)
        self.match.reset(int(self.np_random.integers(_MAX_SEED)))
        if self._fixed_seat is None:
            self.seat = Seat(int(self.np_random.integers(len(self.match.seats))))
        self._let_bots_play()
        return self._observe(), {}

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Answer for the learner, and let the bots play until it is asked again."""
        match = self.match
        if match.turn is None or not match.mask(self.seat)[int(action)]:
            return self._observe(), ILLEGAL_REWARD, True, False, {"illegal": True}
        match.step(int(action))
        self._let_bots_play()
        if match.outcome is None:
            return self._observe(), 0.0, False, False, {}
        reward = compute_rewards(match.outcome, self.reward_kind)[self.seat]
        info = {"place": match.outcome.places[self.seat], "scores": match.outcome.scores}
        return self._observe(), reward, not match.truncated, match.truncated, info

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return what the public sees, as text or as a picture."""
        if self.render_mode is None:
            return None
        return write_table(self.match) if self.render_mode == "ansi" else draw_table(self.match)

    def _let_bots_play(self) -> None:
        match, seats = self.match, len(self.match.seats)
        while match.turn is not None and match.turn != self.seat:
            seat = match.turn
            bot = self.bots[(seat - self.seat) % seats - 1]
            match.answer(seat, bot(match.remember(seat), match.ask, match.get_bot_chance()))

    def _observe(self) -> Seen:
        return {"observation": self.match.observe(self.seat), "action_mask": read_mask(self.match, self.seat)}


for _game in load_games():
    gymnasium.register(f"SlowFuse/{_game}-v0", entry_point="slowfuse_games.gym:LearnerEnv", kwargs={"game": _game})
