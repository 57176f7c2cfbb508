"""When an order to play a card "as soon as it fits" finds that it fits: never to its owner's own death.

What protects waits until the bomb would kill, what strikes until it hits somebody else, an interrupt until a trick does
harm; whatever does neither is played at the first legal moment.
"""

from __future__ import annotations

from apps.games.kobolds.effects import pick_pocket
from apps.games.kobolds.foresight import receiver, threatened, with_effect
from apps.games.kobolds.stack import settled
from apps.games.kobolds.state import Item, Play, State
from apps.games.kobolds.tricks import Trick, due, trick
from apps.kernel.table import Seat


def fits(state: State, seat: Seat, play: Play) -> bool:
    """Whether to play this card now is worth it, as far as the seat knows."""
    printed, item = trick(play.card), Item(play.card, seat, play.target)
    if printed.kind == "interrupt":
        return _averts(state, seat, item)
    return _serves(state, seat, printed, item)


def _serves(state: State, seat: Seat, printed: Trick, item: Item) -> bool:
    """A trick: what it is for happens if nobody interrupts."""
    now, then, given_to = threatened(state), threatened(with_effect(state, item)), receiver(item)
    if seat in then and (seat not in now or given_to is not None):
        return False
    if printed.protects or printed.key == "SLOW" or given_to not in (None, seat):
        return due(state) and seat in now and seat not in then
    if printed.hits is not None:
        return any(each not in now for each in then)
    return True


def _averts(state: State, seat: Seat, item: Item) -> bool:
    """An interrupt: the trick that waits does harm, and would do none any more; or one's own counts again."""
    before, after = settled(state.stack), settled((*state.stack, item))
    if _harm(state, seat, after):
        return False
    stopped = state.stack[0].seat == seat and (before is None or before.seat != seat)
    restored = stopped and after is not None and after.seat == seat
    return restored or _harm(state, seat, before)


def _harm(state: State, seat: Seat, item: Item | None) -> bool:
    """Whether the seat is robbed, or killed where it would not be otherwise."""
    if item is None:
        return False
    if trick(item.card).effect is pick_pocket and item.target == seat:
        return True
    return seat in threatened(with_effect(state, item)) and seat not in threatened(state)
