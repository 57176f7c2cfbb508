"""Rewards: what a result is worth to each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from apps.kernel.game import Outcome
from apps.kernel.worth import compute_fair_worth, compute_place_worths

Reward: TypeAlias = Literal["worth", "win", "score"]
"""How a result is rewarded.

- `worth`: first place counts 70 percent, the share of opponents left behind 30 percent, less what an even match is
  worth. All rewards add up to 0.
- `win`: 1 for first place, a share of it on a tie, otherwise 0.
- `score`: the points.
"""


def compute_rewards(outcome: Outcome, reward: Reward) -> list[float]:
    """Return each seat's reward for a result."""
    return _REWARDS[reward](outcome)


def _reward_worth(outcome: Outcome) -> list[float]:
    fair = compute_fair_worth(len(outcome.places))
    return [worth - fair for worth in compute_place_worths(outcome.places)]


def _reward_win(outcome: Outcome) -> list[float]:
    return [(place == 1) / outcome.places.count(1) for place in outcome.places]


_REWARDS: Final[Mapping[Reward, Callable[[Outcome], list[float]]]] = {
    "worth": _reward_worth,
    "win": _reward_win,
    "score": lambda outcome: [float(score) for score in outcome.scores],
}
