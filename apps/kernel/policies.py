"""The policies that a simulation can name: the bots, from beginner to thinker, and two that don't think at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from apps.kernel.chance import Chance
from apps.kernel.game import AnyAction, AnyAsk, AnyGame, AnyState
from apps.kernel.imagined import Tables
from apps.kernel.playout import AtRandom, Choose, by_bots, play_silently
from apps.kernel.search import never_enough, try_answers

Policy: TypeAlias = Callable[[AnyGame], Choose]
"""A way to play a game from any seat."""


def play_as_spark(game: AnyGame) -> Choose:
    """Play like a friendly beginner who sees the best answer one time in three."""

    def choose(state: AnyState, ask: AnyAsk, luck: Chance) -> AnyAction:
        play = game.beginner if luck.roll("sees", 3)[0] else game.bot
        return play(state, ask.seat, luck)

    return choose


def play_as_flint(game: AnyGame, enough: Callable[[], bool] = never_enough) -> Choose:
    """Think ahead: try the possible answers on imagined tables, where every seat plays on like the game's bot.

    A game that can't imagine tables is played like its bot.
    """
    if not game.imagines:
        return by_bots(game)

    def choose(state: AnyState, ask: AnyAsk, luck: Chance) -> AnyAction:
        tables = Tables(game, state, ask.seat, luck, by_bots(game))
        return try_answers(tables, ask, luck, playouts=game.playouts, enough=enough)[0].action

    return choose


POLICIES: Final[Mapping[str, Policy]] = {
    "spark": play_as_spark,
    "bot": by_bots,
    "flint": play_as_flint,
    "random": AtRandom,
    "silent": play_silently,
}


def by_seat(choosing: Sequence[Choose]) -> Choose:
    """Let each seat choose by its own policy."""
    if len(set(map(id, choosing))) == 1:
        return choosing[0]
    return lambda state, ask, whim: choosing[ask.seat](state, ask, whim)
