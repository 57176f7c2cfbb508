"""Facts about Kobold Bombs that the laws need: where its cards are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from apps.games.kobolds.cards import CLOSED, Cards, get_card_kind
from apps.games.kobolds.editions import only_swaps_are_made
from apps.games.kobolds.state import Armed, Bared, Dealt, Drew, Exploded, Paid, Shown, State, Turned, Warned
from apps.kernel.events import Event
from apps.kernel.table import Observer

brief = {"gold": 5, "patience": 2}
"""Options of short matches. Random play for ten gold takes thousands of moves."""

quiet = 6
"""How often in ten players stay silent. Players can always do something, so otherwise a phase would never end."""

enough = 7
"""The number of matches. Each takes up to fifteen hundred moves, as many as twenty matches of the other games."""


def cards(state: State) -> list[str]:
    """Return every card whose face the observer has seen."""
    tricks = (*(item.card for item in state.stack), *(lying.card for lying in state.active))
    places = (*state.hands, state.deck, state.discards, state.mechanisms, state.inside, tricks)
    return [card for place in places for card in place if len(card) > 2]


def hidden(truth: State, _: Observer) -> set[str]:
    """Return the draw pile without its face-up card. Other cards could have been seen on their way."""
    return set(truth.deck[1:])


def removed(_: State, __: Iterable[Event]) -> set[str]:
    """Return nothing, as no card ever leaves the game (K14, K54, K57b)."""
    return set()


def new_deal(facts: Iterable[Event]) -> bool:
    """Return False, as the deck comes out of the box only once."""
    return False


def back(card: str) -> str:
    """Return the kind of a card, which its back shows (K3)."""
    return card[:2]


shows = (Armed, Bared, Dealt, Drew, Exploded, Paid, Shown, Turned, Warned)
"""The facts that show cards. A draw turns the next card up, an armed bomb shows its gadget, a mission its trick."""


def asks_anyway(setup: Any) -> bool:
    """Return whether seats are asked although the others know their only answer.

    That happens with closed hands, where the others can't be sure, and in editions 1 to 3, which ask for the only swap.
    """
    return bool(setup.options.closed_hands) or not only_swaps_are_made(setup)


def guesses(options: Any) -> bool:
    """Return whether others can know a hand but not its order, and so not the oldest card, which is lost on silence.

    That happens with closed hands, and with cards that a player had to show (RE14).
    """
    return bool(options.closed_hands or options.resurrection)


def covered(table: State, memory: State) -> State:
    """Return the table with a back where the memory has a back of that kind. A seat knows more than it can see."""
    zones = ("inside", "discards", "mechanisms")
    return replace(
        table,
        hands=tuple(_covered(hand, known) for hand, known in zip(table.hands, memory.hands, strict=True)),
        deck=(),
        stack=tuple(
            replace(item, target=known.target, give=known.give, take=known.take)
            for item, known in zip(table.stack, memory.stack, strict=True)
        ),
        **{zone: _covered(getattr(table, zone), getattr(memory, zone)) for zone in zones},
    )


def _covered(cards: Cards, known: Cards) -> Cards:
    return tuple(
        back if back in (CLOSED, get_card_kind(card)) else card for card, back in zip(cards, known, strict=True)
    )
