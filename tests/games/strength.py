"""Minimum strength of each bot relative to the next weaker one, and the matches that measure it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from apps.games import load_games
from apps.kernel.ladder import Share, compute_share, play_against_others
from apps.kernel.policies import POLICIES

LEAST: Final[Mapping[tuple[str, str], float]] = {("bot", "spark"): 1.6, ("flint", "bot"): 1.4}
"""The minimum multiple of its fair share of first places that one player wins alone among others, at all tables."""
LUCKY: Final[Mapping[tuple[str, str, str], float]] = {("frogs", "flint", "bot"): 1.2}
"""The minimum multiples of games where dice decide more."""
QUICK: Final[Mapping[str, Mapping[str, Any]]] = {"kobolds": {"gold": 5}}
"""Options of shorter matches."""


def least(slug: str, one: str, among: str) -> float:
    """Return the ratio to its fair share that the player must reach."""
    return LUCKY.get((slug, one, among), LEAST[one, among])


def measured(slug: str, seats: int, one: str, among: str, matches: int) -> Share:
    """Return the player's share in matches that are always the same, sitting in each seat in turn."""
    game = load_games()[slug]
    seeds = [hashlib.sha256(f"strength {number}".encode()).digest() for number in range(matches)]
    return compute_share(
        play_against_others(game, game.setup(seats, QUICK.get(slug)), POLICIES[one], POLICIES[among], seeds), seats
    )
