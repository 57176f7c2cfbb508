"""The holder's duty to tinker, and the swaps that fulfil it (Get Tinkering!, K-A28)."""

from __future__ import annotations

from apps.games.kobolds.bomb import is_armed, list_swaps
from apps.games.kobolds.cards import MECHANISM, CardId, get_card_kind
from apps.games.kobolds.editions import tinkering_means_less
from apps.games.kobolds.state import State
from apps.games.kobolds.tricks import list_active_copies


def is_holder_forced(state: State) -> bool:
    """Check whether the holder must swap a card. Hands Off! beats any demand, and once per turn is enough."""
    if state.swaps or list_active_copies(state, "HANDSOFF"):
        return False
    return bool(list_active_copies(state, "GETTINK")) or is_patience_exhausted(state)


def is_patience_exhausted(state: State) -> bool:
    """Check whether the bomb has gone round for so long that it must lose a mechanism every turn."""
    return state.rounds >= state.setup.options.patience * state.setup.seats and not is_armed(state)


def list_allowed_swaps(state: State) -> list[tuple[CardId, CardId]]:
    """Return all swaps of the holder or, if the holder is forced, those that obey.

    A forced holder must take a mechanism out. If there's another way, they can't put one in, which would change nothing
    (edge 5).
    """
    every = list(list_swaps(state, state.holder))
    if not is_holder_forced(state):
        return every
    out = [(give, take) for give, take in every if get_card_kind(take) == MECHANISM]
    fewer = [(give, take) for give, take in out if get_card_kind(give) != MECHANISM]
    strict = is_patience_exhausted(state) or tinkering_means_less(state.setup)
    return (fewer if strict else []) or out or every
