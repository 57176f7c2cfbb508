"""What the laws need to know of Fuse: where its cards are."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from apps.games.fuse.cards import TIMEBOMB
from apps.games.fuse.state import Dawdle, Dealt, Died, Paid, Relit, Scored, State, TimedOut
from apps.kernel.events import Event
from apps.kernel.table import Observer

clocks = (Dawdle,)
"""What silence means and no seat may answer (F44)."""


def cards(state: State) -> list[int]:
    """Every card that lies somewhere."""
    places = (*state.hands, *state.taken, state.pile, state.fuse, state.beside)
    return [card for place in places for card in place]


def hidden(truth: State, observer: Observer) -> set[int]:
    """The cards the observer must not know: what lies face down, until hands are shown."""
    others = [] if truth.ended else [hand for seat, hand in enumerate(truth.hands) if seat != observer]
    return {card for place in (truth.pile, *others) for card in place}


def removed(before: State, facts: Iterable[Event]) -> set[int]:
    """The cards these facts take out of the game."""
    gone: set[int] = set()
    for fact in facts:
        match fact:
            case Died():
                gone |= set(before.fuse)
            case Relit(card=card):
                gone.add(card)
            case TimedOut():
                gone.add(TIMEBOMB)
    return gone


def new_deal(facts: Iterable[Event]) -> bool:
    return any(isinstance(fact, Dealt) for fact in facts)


def rearranged(truth: State, observer: Observer, mover: int, luck: random.Random) -> State:
    """Another truth that neither observer nor mover can tell from this one: what they have not seen changes places.

    The time bomb stays where it is: that it is drawn now is for everybody to see.
    """
    unseen = [seat for seat in truth.setup.everyone() if seat not in (observer, mover)]
    hidden = [card for seat in unseen for card in truth.hands[seat]]
    hidden += [card for card in truth.pile if card != TIMEBOMB]
    luck.shuffle(hidden)
    deck = iter(hidden)
    hands = tuple(tuple(_take(deck, len(hand))) if seat in unseen else hand for seat, hand in enumerate(truth.hands))
    pile = tuple(TIMEBOMB if card == TIMEBOMB else next(deck) for card in truth.pile)
    return replace(truth, hands=hands, pile=pile)


def _take(deck: Iterator[Any], count: int) -> Iterator[Any]:
    return (next(deck) for _ in range(count))


def reveals(facts: Iterable[Event]) -> bool:
    """Hands are shown at the end of a deal, and a dawdler may have to lay the very card just drawn."""
    return any(isinstance(fact, Scored | Paid) for fact in facts)
