"""When the holder must tinker, and which exchanges then do (Get Tinkering!, K-A28)."""

from __future__ import annotations

from apps.games.kobolds.bomb import armed, swaps
from apps.games.kobolds.cards import MECHANISM, CardId, kind
from apps.games.kobolds.editions import tinkering_means_less
from apps.games.kobolds.state import State
from apps.games.kobolds.tricks import active


def forced(state: State) -> bool:
    """Whether the holder must exchange a card; Hands Off! beats whatever says so, and once a turn is enough."""
    if state.swaps or active(state, "HANDSOFF"):
        return False
    return bool(active(state, "GETTINK")) or impatient(state)


def impatient(state: State) -> bool:
    """The bomb has gone round so long that it must lose a mechanism in every turn."""
    return state.rounds >= state.setup.options.patience * state.setup.seats and not armed(state)


def allowed(state: State) -> list[tuple[CardId, CardId]]:
    """All exchanges of the holder, or those that obey who is forced: a mechanism out and, if there is another way, no
    other in (edge 5: that would change nothing).
    """
    every = list(swaps(state, state.holder))
    if not forced(state):
        return every
    out = [(give, take) for give, take in every if kind(take) == MECHANISM]
    fewer = [(give, take) for give, take in out if kind(give) != MECHANISM]
    strict = impatient(state) or tinkering_means_less(state.setup)
    return (fewer if strict else []) or out or every
