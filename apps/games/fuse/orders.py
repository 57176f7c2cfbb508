"""The answers of Fuse's standing orders, from what their seat knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from apps.games.fuse import state as fuse
from apps.games.fuse.cards import CardId, select_highest_card, select_lowest_card, sum_points
from apps.games.fuse.rules import legal
from apps.games.fuse.state import Action, Condition, Order, State
from apps.kernel.table import Seat

MIN_KINDLE_POINTS: Final = 15
"""Points of a fuse that is worth the Matchman."""
HABITS: Final = (fuse.Kindle(at_least=MIN_KINDLE_POINTS),)
"""The orders that players start with.

Players without the Matchman have nothing to decide. Waiting for someone mustn't reveal that they do (F46).
"""
_CARD_SELECTORS: Final[Mapping[str | int, Callable[[Sequence[CardId]], CardId]]] = {
    "lowest": select_lowest_card,
    "highest": select_highest_card,
}


def obey(state: State, seat: Seat, order: Order) -> Action | None:
    """Return the order's answer to the seat's open question, or None if it has none that is legal now."""
    possible = legal(state, seat) if _is_condition_met(state, order.only) else ()
    action = _choose_ordered_action(state, possible, order) if possible else None
    return action if action in possible else None


def _choose_ordered_action(state: State, possible: Sequence[Action], order: Order) -> Action | None:
    match order:
        case fuse.Plan(which=int(card)):
            return fuse.Lay(card)
        case fuse.Plan(which=which):
            cards = [action.card for action in possible if isinstance(action, fuse.Lay)]
            return fuse.Lay(_CARD_SELECTORS[which](cards)) if cards else None
        case fuse.Blast():
            return fuse.Bomb()
        case fuse.Douse():
            cards = [action.card for action in possible if isinstance(action, fuse.Cut)]
            return fuse.Cut(select_lowest_card(cards)) if cards else None
        case fuse.Kindle(at_least=points) if fuse.Strike() in possible and sum_points(state.fuse) >= points:
            return fuse.Strike()
    return fuse.Pass()


def _is_condition_met(state: State, only: Condition) -> bool:
    prize = sum_points(state.fuse) + sum_points(state.beside)
    burning = "yes" if state.fuse else "no"
    return only.at_least <= prize <= only.at_most and only.burning in ("any", burning)
