"""The moment at which an order to play a card "as soon as it fits" does so, but never to its owner's own death.

A protection waits until the bomb would kill, an attack until it hits someone else, and an interrupt until a trick does
harm. Other cards are played at the first legal moment.
"""

from __future__ import annotations

from apps.games.kobolds.effects import pick_pocket
from apps.games.kobolds.foresight import receiver, threatened, with_effect
from apps.games.kobolds.stack import settled
from apps.games.kobolds.state import Item, Play, State
from apps.games.kobolds.tricks import Trick, due, trick
from apps.kernel.table import Seat


def fits(state: State, seat: Seat, play: Play) -> bool:
    """Check whether it's worth playing this card now, as far as the seat knows."""
    printed, item = trick(play.card), Item(play.card, seat, play.target)
    if printed.kind == "interrupt":
        return _averts(state, seat, item)
    return _serves(state, seat, printed, item)


def _serves(state: State, seat: Seat, printed: Trick, item: Item) -> bool:
    """Check whether a trick serves its purpose if no one interrupts it."""
    now, then, given_to = threatened(state), threatened(with_effect(state, item)), receiver(item)
    if seat in then and (seat not in now or given_to is not None):
        return False
    if printed.protects or printed.key == "SLOW" or given_to not in (None, seat):
        return due(state) and seat in now and seat not in then
    if printed.hits is not None:
        return any(each not in now for each in then)
    return True


def _averts(state: State, seat: Seat, item: Item) -> bool:
    """Check whether an interrupt stops harm by the waiting trick, or makes the seat's own trick count again."""
    before, after = settled(state.stack), settled((*state.stack, item))
    if _harm(state, seat, after):
        return False
    stopped = state.stack[0].seat == seat and (before is None or before.seat != seat)
    restored = stopped and after is not None and after.seat == seat
    return restored or _harm(state, seat, before)


def _harm(state: State, seat: Seat, item: Item | None) -> bool:
    """Check whether a trick robs the seat, or kills it when it would otherwise survive."""
    if item is None:
        return False
    if trick(item.card).effect is pick_pocket and item.target == seat:
        return True
    return seat in threatened(with_effect(state, item)) and seat not in threatened(state)
