"""Facts about Fuse that the laws need: where its cards are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.games.fuse.cards import TIMEBOMB
from apps.games.fuse.state import Dawdle, Dealt, Died, Laid, Relit, Scored, State, TimedOut
from apps.kernel.events import Event
from apps.kernel.table import Observer

clocks = (Dawdle,)
"""The action that means silence and that no seat can choose (F44)."""


def cards(state: State) -> list[int]:
    """Return every card that is somewhere in the game."""
    places = (*state.hands, *state.taken, state.pile, state.fuse, state.beside)
    return [card for place in places for card in place]


def hidden(truth: State, observer: Observer) -> set[int]:
    """Return the cards that the observer must not know: those face down, until hands are shown."""
    others = [] if truth.ended else [hand for seat, hand in enumerate(truth.hands) if seat != observer]
    return {card for place in (truth.pile, *others) for card in place}


def removed(before: State, facts: Iterable[Event]) -> set[int]:
    """Return the cards that these facts remove from the game."""
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


def back(card: Any) -> str:
    """Return what everyone sees of a card. Backs look alike, but everyone sees when the time bomb is drawn."""
    return "time bomb" if card == TIMEBOMB else ""


shows = (Scored, Laid)
"""The facts that show cards: hands at the end of a deal, and a card that a dawdler had to play after drawing it."""
