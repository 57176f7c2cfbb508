"""A played trick and its interrupts: last in, first out (K45, K-A8–K-A10, edge 15–17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from apps.games.kobolds.cards import CardId, Cards
from apps.games.kobolds.state import Item, Play, Seats, State
from apps.games.kobolds.tricks import get_trick, list_trick_choices
from apps.kernel.table import Seat

NO_WAY: Final = "NOWAY"
MINE: Final = "MINE"
NOT_ME: Final = "NOTME"


def find_effective_trick(stack: tuple[Item, ...]) -> Item | None:
    """Return the trick with the owner and target that the interrupts leave it, or None if cancelled or none waits."""
    if not stack:
        return None
    live = _list_live_flags(stack)
    item = stack[0] if live[0] else None
    for each, lives in zip(stack[1:], live[1:], strict=True):
        if item is None or not lives:
            continue
        match get_trick(each.card).key:
            case "MINE":
                item = replace(each, card=item.card)
            case "NOTME":
                item = replace(item, target=each.target)
    return item


def list_playable_interrupts(state: State, seat: Seat, hand: Cards) -> Iterator[Play]:
    """Yield every interrupt that the seat can play now with these cards of its hand."""
    top = get_trick(state.stack[-1].card).key
    for card in hand:
        match get_trick(card).key if card.startswith("TR") else "":
            case "NOWAY":
                yield Play(card)
            case "MINE" if top not in (NO_WAY, NOT_ME):
                yield from _list_takeovers(state, seat, card)
            case "NOTME":
                for target in list_other_targets(state, seat):
                    yield Play(card, target)


def just_named(state: State, seat: Seat) -> Item | None:
    """Return the waiting trick if it names the seat and the last card played has named it (edge 16)."""
    item = find_effective_trick(state.stack)
    return item if item is not None and item.target == state.stack[-1].target == seat else None


def list_other_targets(state: State, seat: Seat) -> Seats:
    """Return the other seats that a trick could name instead, or none if it hasn't just named the seat."""
    item = just_named(state, seat)
    if item is None:
        return ()
    targets = get_trick(item.card).targets
    return tuple(other for other in targets(state, item.seat) if other != seat) if targets is not None else ()


def _list_takeovers(state: State, seat: Seat, card: CardId) -> Iterator[Play]:
    """Yield every way in which a new owner could play the trick.

    Without one, it does nothing in their hands (edge 15).
    """
    ways = [way for way in list_trick_choices(state, seat, state.stack[0].card) if way[1] != card]
    for target, give, take in ways or [(None, None, None)]:
        yield Play(card, target, give, take)


def _list_live_flags(stack: tuple[Item, ...]) -> list[bool]:
    """Return which cards have an effect, first to last: all except those answered by a live *No Way!*."""
    live = [True]
    for above in reversed(stack[1:]):
        live.append(not (live[-1] and get_trick(above.card).key == NO_WAY))
    return live[::-1]
