"""The moment at which an order to play a card "as soon as it fits" does so, but never to its owner's own death.

A protection waits until the bomb would kill, an attack until it hits someone else, and an interrupt until a trick does
harm. Other cards are played at the first legal moment.
"""

from __future__ import annotations

from apps.games.kobolds.effects import pick_pocket
from apps.games.kobolds.foresight import find_bomb_receiver, list_threatened_seats, with_effect
from apps.games.kobolds.stack import find_effective_trick
from apps.games.kobolds.state import Item, Play, State
from apps.games.kobolds.tricks import Trick, get_trick, is_explosion_due
from apps.kernel.table import Seat


def is_worth_playing(state: State, seat: Seat, play: Play) -> bool:
    """Check whether it's worth playing this card now, as far as the seat knows."""
    printed, item = get_trick(play.card), Item(play.card, seat, play.target)
    if printed.kind == "interrupt":
        return _is_useful_interrupt(state, seat, item)
    return _is_useful_trick(state, seat, printed, item)


def _is_useful_trick(state: State, seat: Seat, printed: Trick, item: Item) -> bool:
    """Check whether a trick serves its purpose if no one interrupts it."""
    now, then, given_to = (
        list_threatened_seats(state),
        list_threatened_seats(with_effect(state, item)),
        find_bomb_receiver(item),
    )
    if seat in then and (seat not in now or given_to is not None):
        return False
    if printed.protects or printed.key == "SLOW" or given_to not in (None, seat):
        return is_explosion_due(state) and seat in now and seat not in then
    if printed.hits is not None:
        return any(each not in now for each in then)
    return True


def _is_useful_interrupt(state: State, seat: Seat, item: Item) -> bool:
    """Check whether an interrupt stops harm by the waiting trick, or makes the seat's own trick count again."""
    before, after = find_effective_trick(state.stack), find_effective_trick((*state.stack, item))
    if _is_harmed_by(state, seat, after):
        return False
    stopped = state.stack[0].seat == seat and (before is None or before.seat != seat)
    restored = stopped and after is not None and after.seat == seat
    return restored or _is_harmed_by(state, seat, before)


def _is_harmed_by(state: State, seat: Seat, item: Item | None) -> bool:
    """Check whether a trick robs the seat, or kills it when it would otherwise survive."""
    if item is None:
        return False
    if get_trick(item.card).effect is pick_pocket and item.target == seat:
        return True
    return seat in list_threatened_seats(with_effect(state, item)) and seat not in list_threatened_seats(state)
