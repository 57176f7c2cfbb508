"""House bots by strength: Spark, Cinder and Flint."""

from __future__ import annotations

from typing import Final, TypeAlias

from apps.kernel.chance import Chance
from apps.kernel.game import AnyAction, AnyAsk, AnyGame, AnyState
from apps.kernel.policies import POLICIES
from apps.matches.models import Chair, Match

BotStrength: TypeAlias = Match.BotStrength

_QUICK_POLICIES: Final = {BotStrength.SPARK: "spark", BotStrength.CINDER: "bot", BotStrength.FLINT: "bot"}
"""The policy of each without time to think: Flint then plays like Cinder."""


def get_bot_strength(match: Match, chair: Chair) -> BotStrength:
    """Return the strength of the bot in this seat.

    It's the agreed one if the bot was dealt in, and Cinder if it replaces a player.
    """
    return BotStrength(match.opponents) if chair.dealt_to_bot else BotStrength.CINDER


def needs_thinking_time(match: Match, chair: Chair) -> bool:
    """Check whether the bot in this seat needs time to think."""
    return get_bot_strength(match, chair) == BotStrength.FLINT


def choose_quick_answer(game: AnyGame, level: BotStrength, state: AnyState, ask: AnyAsk, whim: Chance) -> AnyAction:
    """Return a bot's immediate answer, from what its seat knows."""
    return POLICIES[_QUICK_POLICIES[level]](game)(state, ask, whim)
