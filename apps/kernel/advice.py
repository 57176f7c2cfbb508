"""Advice for a player: what Flint would answer, what else seemed good, and what speaks for the best answer.

It uses only what the player's seat knows. So advice reveals nothing that they couldn't find out by thinking long
enough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from apps.kernel.analysis import MAX_BEST_ANSWERS, Rated, build_rated_answer, filter_distinct_answers
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAsk, AnyGame, AnyState, Reason
from apps.kernel.imagined import Tables
from apps.kernel.playout import by_bots
from apps.kernel.search import never_enough, try_answers

ONLY_ANSWER: Final = Reason("only")
"""The reason if there's only one answer. The site has its sentence."""


class Advice(Struct, frozen=True):
    """A thinker's advice."""

    answers: tuple[Rated, ...]
    """The best answer, followed by the best alternatives."""
    reason: Reason
    """The reason for the first of them."""


def build_advice(
    game: AnyGame,
    state: AnyState,
    ask: AnyAsk,
    whim: Chance,
    enough: Callable[[], bool] = never_enough,
) -> Advice:
    """Return what `policies.play_as_flint` would answer with this randomness.

    :raises Endless: if a match does not end
    """
    tables = Tables(game, state, ask.seat, whim, by_bots(game))
    found = try_answers(tables, ask, whim, playouts=game.playouts, enough=enough)
    best = found[0]
    told = filter_distinct_answers(game, found, best)[:MAX_BEST_ANSWERS]
    reason = game.because(state, ask.seat, best.action) if len(found) > 1 else ONLY_ANSWER
    return Advice(tuple(map(build_rated_answer, told)), reason)
