"""Whole tables of Die Bombe, drawn from all that a seat can believe in. Only the draw pile is unknown."""

from __future__ import annotations

from msgspec.structs import replace

from apps.games.bombe.cards import FACES
from apps.games.bombe.state import State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def imagine(state: State, _seat: Seat, luck: Chance) -> State:
    """Fill in the pile in random order. No one else has answered the open window yet."""
    seen = {*state.cards}.union(*(lot.cards for lot in state.past))
    return replace(state, pile=luck.shuffle("pile", [card for card in FACES if card not in seen]))


def seen(table: State, seat: Seat) -> State:
    """Return what a seat knows of a whole table."""
    return replace(table, pile=(), sealed=tuple([each for each in table.sealed if each.seat == seat]))
