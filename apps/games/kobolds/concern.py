"""Whom a trick concerns that waits to be settled: they are awaited for an interrupt, all others pass by habit (K45).

Everybody may interrupt, as at a table where all sit together. Played slowly that made four of five answers a "Pass" by
people to whom the trick did nothing, and whoever it was about waited for them. So a trick waits for those it is about;
everybody else passes at once, unless an order of theirs interrupts or says that they want to be asked, too, and may
still change their mind while the window is open.

It is found out from what lies open for all, never from a hand: who is awaited tells nothing.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from apps.games.kobolds.cards import CLOSED
from apps.games.kobolds.foresight import receiver, threatened, with_effect
from apps.games.kobolds.stack import settled
from apps.games.kobolds.state import Item, Seats, State
from apps.games.kobolds.tricks import TRICKS

_SPLINTER: Final = TRICKS["SPLINTER"].copies


def concerned(state: State) -> Seats:
    """The holder of the bomb, whom the trick names or gives it to, whom it would kill, and whose trick was answered;
    nobody while no trick waits.
    """
    if not state.stack:
        return ()
    seats = {state.holder, *(each.seat for each in state.stack[:-1])}
    item = settled(state.stack)
    if item is not None:
        seats.update(each for each in (item.target, receiver(item)) if each is not None)
        seats.update(_hurt(state, item))
    return tuple(seat for seat in state.setup.everyone() if seat in seats)


def _hurt(state: State, item: Item) -> Seats:
    """Whom the bomb kills if the trick takes effect, and would not otherwise."""
    state = _open_to_all(state)
    spared = threatened(state)
    killed = tuple(seat for seat in threatened(with_effect(state, item)) if seat not in spared)
    if state.setup.options.closed_hands and item.card in _SPLINTER:  # For all they know it hits anybody with a card.
        return tuple(seat for seat in state.setup.everyone() if state.hands[seat])
    return killed


def _open_to_all(state: State) -> State:
    """Of closed hands nobody counts the mechanisms, be they their own: all must find the same."""
    if not state.setup.options.closed_hands:
        return state
    return replace(state, hands=tuple((CLOSED,) * len(hand) for hand in state.hands))
