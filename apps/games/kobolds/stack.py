"""A trick that was played and the interrupts upon it: last in, first out (K45, K-A8–K-A10, edge 15–17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from apps.games.kobolds.cards import CardId, Cards
from apps.games.kobolds.state import Item, Play, Seats, State
from apps.games.kobolds.tricks import choices, trick
from apps.kernel.table import Seat

NO_WAY: Final = "NOWAY"
MINE: Final = "MINE"
NOT_ME: Final = "NOTME"


def settled(stack: tuple[Item, ...]) -> Item | None:
    """The trick as the interrupts leave it: whose it is and whom it names. None if it was cancelled, or none waits."""
    if not stack:
        return None
    live = _live(stack)
    item = stack[0] if live[0] else None
    for each, lives in zip(stack[1:], live[1:], strict=True):
        if item is None or not lives:
            continue
        match trick(each.card).key:
            case "MINE":
                item = replace(each, card=item.card)
            case "NOTME":
                item = replace(item, target=each.target)
    return item


def replies(state: State, seat: Seat, hand: Cards) -> Iterator[Play]:
    """Every interrupt the seat may play now, with these cards of its hand."""
    top = trick(state.stack[-1].card).key
    for card in hand:
        match trick(card).key if card.startswith("TR") else "":
            case "NOWAY":
                yield Play(card)
            case "MINE" if top not in (NO_WAY, NOT_ME):
                yield from _takeovers(state, seat, card)
            case "NOTME":
                for target in elsewhere(state, seat):
                    yield Play(card, target)


def just_named(state: State, seat: Seat) -> Item | None:
    """The trick that waits, if it names the seat and the last card laid has done so (edge 16)."""
    item = settled(state.stack)
    return item if item is not None and item.target == state.stack[-1].target == seat else None


def elsewhere(state: State, seat: Seat) -> Seats:
    """Whom a trick that has just named the seat could name instead; nobody if it has not."""
    item = just_named(state, seat)
    if item is None:
        return ()
    targets = trick(item.card).targets
    return tuple(other for other in targets(state, item.seat) if other != seat) if targets is not None else ()


def _takeovers(state: State, seat: Seat, card: CardId) -> Iterator[Play]:
    """Every way its new owner could play the trick; if there is none, it does nothing in their hands (edge 15)."""
    ways = [way for way in choices(state, seat, state.stack[0].card) if way[1] != card]
    for target, give, take in ways or [(None, None, None)]:
        yield Play(card, target, give, take)


def _live(stack: tuple[Item, ...]) -> list[bool]:
    """Which of them have an effect, first to last: all but those that a live *No Way!* lies on."""
    live = [True]
    for above in reversed(stack[1:]):
        live.append(not (live[-1] and trick(above.card).key == NO_WAY))
    return live[::-1]
