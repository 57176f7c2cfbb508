"""A friendly beginner at Fuse, who bombs what seems a lot that day and otherwise lays any card."""

from __future__ import annotations

from apps.games.fuse.cards import sum_points
from apps.games.fuse.rules import legal
from apps.games.fuse.state import Action, Bomb, Cut, Lay, Shed, State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def naive(state: State, seat: Seat, luck: Chance) -> Action:
    """Choose a beginner's answer. How much is a lot, when to cut, and which card to play vary at random."""
    actions = legal(state, seat)
    if state.cut_by is not None:
        return luck.pick("strike", actions)
    prize, (lot, fear) = sum_points(state.fuse) + sum_points(state.beside), luck.roll("lot", 41, 2)
    cuts = [action for action in actions if isinstance(action, Cut)]
    others = [action for action in actions if isinstance(action, Lay | Shed)]
    bombs = Bomb() in actions
    if bombs and (prize >= 15 + lot or not (cuts or others)):
        return Bomb()
    return luck.pick("card", cuts if cuts and (not others or prize >= 30 + fear) else others)
