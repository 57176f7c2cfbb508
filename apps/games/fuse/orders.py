"""What the standing orders of Fuse answer, from what their seat knows."""

from __future__ import annotations

from typing import Final

from apps.games.fuse.cards import POINTS, is_defuse, is_fuse, lowest, worth
from apps.games.fuse.rules import legal
from apps.games.fuse.state import (
    Action,
    Blast,
    Bomb,
    Condition,
    Cut,
    Douse,
    Kindle,
    Lay,
    LetDie,
    Order,
    Pass,
    Plan,
    State,
    Strike,
)
from apps.kernel.table import Seat

KINDLE_FROM: Final = 15
"""A fuse of so many points is worth the Matchman."""
HABITS: Final = (Kindle(at_least=KINDLE_FROM),)
"""What everybody has ordered when they sit down: who does not hold the Matchman has nothing to decide, and whoever is
waited for must not be told from them (F46).
"""


def obey(state: State, seat: Seat, order: Order) -> Action | None:
    """The order's answer to the seat's open question; None if it has none that is legal now."""
    action = _wanted(state, seat, order) if _holds(state, order.only) else None
    return action if action in legal(state, seat) else None


def _wanted(state: State, seat: Seat, order: Order) -> Action | None:
    hand = state.hands[seat]
    match order:
        case Plan(which="lowest"):
            fuse = [card for card in hand if is_fuse(card)]
            return Lay(lowest(fuse)) if fuse else None
        case Plan(which="highest"):
            return Lay(max(filter(is_fuse, hand), key=POINTS.__getitem__)) if any(map(is_fuse, hand)) else None
        case Plan(which=int(card)):
            return Lay(card)
        case Blast():
            return Bomb()
        case Douse():
            defuse = [card for card in hand if is_defuse(card)]
            return Cut(lowest(defuse)) if defuse else None
        case Kindle(at_least=points):
            return Strike() if worth(state.fuse) >= points and Strike() in legal(state, seat) else Pass()
        case LetDie():
            return Pass()
    return None


def _holds(state: State, only: Condition) -> bool:
    prize = worth(state.fuse) + worth(state.beside)
    burning = "yes" if state.fuse else "no"
    return only.at_least <= prize <= only.at_most and only.burning in ("any", burning)
