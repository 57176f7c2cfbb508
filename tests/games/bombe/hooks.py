"""What the laws need to know of Die Bombe: where its cards are."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from apps.games.bombe.cards import CardId
from apps.games.bombe.state import Bombed, Discarded, Fizzled, Offer, Offered, Opened, State
from apps.kernel.events import Event
from apps.kernel.table import Observer


def cards(state: State) -> list[CardId]:
    """Every card that lies somewhere."""
    stacks = [stack for seat in state.stacks for stack in (seat.red, seat.green)]
    laying = () if state.bomb is None else (state.bomb,)
    return [card for place in (*stacks, state.pile, state.open, laying) for card in place]


def hidden(truth: State, observer: Observer) -> set[CardId]:
    """The cards the observer must not know: the draw pile."""
    return set(truth.pile)


def removed(before: State, facts: Iterable[Event]) -> set[CardId]:
    """The cards these facts take out of the game."""
    gone: set[CardId] = set()
    for fact in facts:
        match fact:
            case Bombed(bomb=bomb, lost=lost):
                gone |= {bomb, lost}
            case Fizzled(bomb=bomb):
                gone.add(bomb)
            case Discarded(card=card):
                gone.add(card)
    return gone


def new_deal(facts: Iterable[Event]) -> bool:
    """There is only one."""
    return False


def rearranged(truth: State, observer: Observer, mover: int, luck: random.Random) -> State:
    """Another truth that neither observer nor mover can tell from this one: the pile, and what others have bid."""
    pile: list[Any] = list(truth.pile)
    luck.shuffle(pile)
    sealed = tuple(
        offer if offer.seat in (observer, mover) else Offer(offer.seat, luck.randint(1, 40), offer.tie)
        for offer in truth.sealed
    )
    return replace(truth, pile=tuple(pile), sealed=sealed)


def reveals(facts: Iterable[Event]) -> bool:
    """Bids are opened, cards turned up."""
    return any(isinstance(fact, Opened | Offered) for fact in facts)
