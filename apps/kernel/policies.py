"""Players that a simulation can name: the house's, one that takes anything, and one that never says a word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from apps.kernel.chance import Chance
from apps.kernel.game import Ask, Game
from apps.kernel.playout import Choose, by_bots, silent

Policy: TypeAlias = Callable[[Game[Any, Any, Any]], Choose]
"""How somebody plays a game, any seat of it."""


def at_random(game: Game[Any, Any, Any]) -> Choose:
    """Chooses any legal answer, each as likely as the others."""
    legal = game.legal

    def choose(state: Any, ask: Ask[Any], whim: Chance) -> Any:
        actions = legal(state, ask.seat)
        return whim.pick("any", actions if isinstance(actions, tuple) else tuple(actions))

    return choose


POLICIES: Final[Mapping[str, Policy]] = {"bot": by_bots, "random": at_random, "silent": lambda _game: silent}


def by_seat(choosing: Sequence[Choose]) -> Choose:
    """Each seat chooses its own way."""
    if len(set(map(id, choosing))) == 1:
        return choosing[0]
    return lambda state, ask, whim: choosing[ask.seat](state, ask, whim)
