"""What the laws need to know of Fuse: where its cards are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.games.fuse.cards import TIMEBOMB
from apps.games.fuse.state import Dawdle, Dealt, Died, Laid, Relit, Scored, State, TimedOut
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


def back(card: Any) -> str:
    """All cards look the same from behind; but that the time bomb is drawn is for everybody to see."""
    return "time bomb" if card == TIMEBOMB else ""


shows = (Scored, Laid)
"""Hands are shown at the end of a deal, and a dawdler may have to lay the very card just drawn."""
