"""Tell somebody what the house's thinker would answer in their place, what else seemed good, and what speaks for it.

From what their seat knows and nothing else, as all that is tried: so advice tells nothing that the seat could not find
out by itself, if it thought long enough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from apps.kernel.analysis import BEST, Rated, apart, rated
from apps.kernel.chance import Chance
from apps.kernel.game import Ask, Game, Reason
from apps.kernel.imagined import Tables, nothing
from apps.kernel.playout import by_bots
from apps.kernel.search import never, tried

ONLY: Final = Reason("only")
"""There is no other answer. The house has the sentence."""


class Advice(Struct, frozen=True):
    """What a thinker would do."""

    answers: tuple[Rated, ...]
    """What it would answer, then what seemed best of all else."""
    reason: Reason
    """What speaks for the first of them."""


def advise(
    game: Game[Any, Any, Any],
    state: Any,
    ask: Ask[Any],
    whim: Chance,
    enough: Callable[[], bool] = never,
    meanwhile: Callable[[], None] = nothing,
) -> Advice:
    """As `policies.flint` would answer by this whim.

    :param meanwhile: done between playouts
    :raises Endless: if a match does not end
    """
    tables = Tables(game, state, ask.seat, whim, by_bots(game))
    found = tried(tables, ask, whim, playouts=game.playouts, enough=enough, meanwhile=meanwhile)
    best = found[0]
    told = apart(game, found, best)[:BEST]
    reason = game.because(state, ask.seat, best.action) if len(found) > 1 else ONLY
    return Advice(tuple(map(rated, told)), reason)
