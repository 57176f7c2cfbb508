"""The players whom a waiting trick concerns. Play waits for their interrupts, and all others pass by habit (K45).

Everyone can interrupt, as at a real table. In slow play, that made four of five answers a "Pass" by players whom the
trick didn't affect, while those it did affect had to wait. So a trick waits only for the players it's about. All others
pass at once, unless a standing order of theirs interrupts or says that they want to be asked too. They can still change
their answer while the window is open.

All of this depends on public facts, never on hands. So waiting for someone reveals nothing.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from apps.games.kobolds.cards import CLOSED
from apps.games.kobolds.foresight import find_bomb_receiver, list_threatened_seats, with_effect
from apps.games.kobolds.stack import find_effective_trick
from apps.games.kobolds.state import Item, Seats, State
from apps.games.kobolds.tricks import TRICKS

_SPLINTER_COPIES: Final = TRICKS["SPLINTER"].copies


def list_concerned_seats(state: State) -> Seats:
    """Return the seats that the waiting trick concerns, or none if no trick waits.

    They're the holder, the trick's target, the seat it gives the bomb to, those it would kill, and owners of answered
    tricks.
    """
    if not state.stack:
        return ()
    seats = {state.holder, *(each.seat for each in state.stack[:-1])}
    item = find_effective_trick(state.stack)
    if item is not None:
        seats.update(each for each in (item.target, find_bomb_receiver(item)) if each is not None)
        seats.update(_list_hurt_seats(state, item))
    return tuple(seat for seat in state.setup.everyone() if seat in seats)


def _list_hurt_seats(state: State, item: Item) -> Seats:
    """Return the seats that the bomb kills only if the trick takes effect."""
    state = _open_to_all(state)
    spared = list_threatened_seats(state)
    killed = tuple(seat for seat in list_threatened_seats(with_effect(state, item)) if seat not in spared)
    if state.setup.options.closed_hands and item.card in _SPLINTER_COPIES:  # Perhaps it hits everyone with cards.
        return tuple(seat for seat in state.setup.everyone() if state.hands[seat])
    return killed


def _open_to_all(state: State) -> State:
    """Hide the kinds of cards in closed hands, even the observer's own, so that all observers get the same result."""
    if not state.setup.options.closed_hands:
        return state
    return replace(state, hands=tuple((CLOSED,) * len(hand) for hand in state.hands))
