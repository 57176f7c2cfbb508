"""Facts about Die Bombe that the laws need: where its cards are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.games.bombe.cards import CardId
from apps.games.bombe.state import Bombed, Discarded, Fizzled, Offered, State
from apps.kernel.events import Event
from apps.kernel.table import Observer


def cards(state: State) -> list[CardId]:
    """Return every card that is somewhere in the game."""
    stacks = [stack for seat in state.stacks for stack in (seat.red, seat.green)]
    laying = () if state.bomb is None else (state.bomb,)
    return [card for place in (*stacks, state.pile, state.open, laying) for card in place]


def hidden(truth: State, observer: Observer) -> set[CardId]:
    """Return the cards that the observer must not know: the draw pile."""
    return set(truth.pile)


def removed(before: State, facts: Iterable[Event]) -> set[CardId]:
    """Return the cards that these facts remove from the game."""
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
    """Return False, as there is only one deal."""
    return False


shows = (Offered,)
"""The fact that turns cards up, two at a time."""


def asks_anyway(setup: Any) -> bool:
    """Return whether a seat can be asked although it has only one answer.

    Edition 1 did so after a later tie at the cap.
    """
    return bool(setup.edition < 2 and setup.options.rising_ties)
