"""How well the house plays for the seats that are its own: Spark, Cinder and Flint."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from apps.kernel.chance import Chance
from apps.kernel.game import Ask, Game
from apps.kernel.policies import POLICIES
from apps.matches.models import Chair, Match

Opponents: TypeAlias = Match.Opponents

_QUICKLY: Final = {Opponents.SPARK: "spark", Opponents.CINDER: "bot", Opponents.FLINT: "bot"}
"""What each answers if there is no time to think: Flint then plays like Cinder."""


def level(match: Match, chair: Chair) -> Opponents:
    """Who plays there for the house: as was agreed where it sat from the start; for people Cinder stands in."""
    return Opponents(match.opponents) if chair.dealt_to_bot else Opponents.CINDER


def thinks(match: Match, chair: Chair) -> bool:
    """Whether somebody plays there who needs time to think."""
    return level(match, chair) == Opponents.FLINT


def answer(game: Game[Any, Any, Any], level: Opponents, state: Any, ask: Ask[Any], whim: Chance) -> Any:
    """What it answers at once, from what its seat knows."""
    return POLICIES[_QUICKLY[level]](game)(state, ask, whim)
