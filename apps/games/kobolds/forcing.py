"""The holder's duty to tinker, and the swaps that fulfil it (Get Tinkering!, K-A28)."""

from __future__ import annotations

from apps.games.kobolds.bomb import armed, swaps
from apps.games.kobolds.cards import MECHANISM, CardId, kind
from apps.games.kobolds.editions import tinkering_means_less
from apps.games.kobolds.state import State
from apps.games.kobolds.tricks import active


def forced(state: State) -> bool:
    """Check whether the holder must swap a card. Hands Off! beats any demand, and once per turn is enough."""
    if state.swaps or active(state, "HANDSOFF"):
        return False
    return bool(active(state, "GETTINK")) or impatient(state)


def impatient(state: State) -> bool:
    """Check whether the bomb has gone round for so long that it must lose a mechanism every turn."""
    return state.rounds >= state.setup.options.patience * state.setup.seats and not armed(state)


def allowed(state: State) -> list[tuple[CardId, CardId]]:
    """Return all swaps of the holder or, if the holder is forced, those that obey.

    A forced holder must take a mechanism out. If there's another way, they can't put one in, which would change nothing
    (edge 5).
    """
    every = list(swaps(state, state.holder))
    if not forced(state):
        return every
    out = [(give, take) for give, take in every if kind(take) == MECHANISM]
    fewer = [(give, take) for give, take in out if kind(give) != MECHANISM]
    strict = impatient(state) or tinkering_means_less(state.setup)
    return (fewer if strict else []) or out or every
