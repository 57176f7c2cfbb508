"""What the laws need to know of Kobold Bombs: where its cards are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from apps.games.kobolds.cards import CLOSED, Cards, kind
from apps.games.kobolds.editions import only_swaps_are_made
from apps.games.kobolds.state import Armed, Bared, Dealt, Drew, Exploded, Paid, Shown, State, Turned, Warned
from apps.kernel.events import Event
from apps.kernel.table import Observer

brief = {"gold": 5, "patience": 2}
"""Matches of ten gold at random take thousands of moves."""

quiet = 6
"""Everybody may always do something; whoever always does never lets a phase end."""

enough = 7
"""Such a match still takes up to fifteen hundred moves, as many as twenty matches of the other games."""


def cards(state: State) -> list[str]:
    """Every face that lies somewhere, as far as the observer has seen it."""
    tricks = (*(item.card for item in state.stack), *(lying.card for lying in state.active))
    places = (*state.hands, state.deck, state.discards, state.mechanisms, state.inside, tricks)
    return [card for place in places for card in place if len(card) > 2]


def hidden(truth: State, _: Observer) -> set[str]:
    """The draw pile but for its open card. What lies elsewhere, somebody may have seen on its way there."""
    return set(truth.deck[1:])


def removed(_: State, __: Iterable[Event]) -> set[str]:
    """Nothing ever leaves the game (K14, K54, K57b)."""
    return set()


def new_deal(facts: Iterable[Event]) -> bool:
    """The deck comes out of the box once."""
    return False


def back(card: str) -> str:
    """A card shows its kind from behind (K3)."""
    return card[:2]


shows = (Armed, Bared, Dealt, Drew, Exploded, Paid, Shown, Turned, Warned)
"""Whoever draws turns the next card up; an armed bomb names its apparatus, a mission its trick."""


def asks_anyway(setup: Any) -> bool:
    """Return whether seats are asked although the others know their only answer: with closed hands, where the others
    can't be sure, and in editions 1 to 3, which ask for the only swap.
    """
    return bool(setup.options.closed_hands) or not only_swaps_are_made(setup)


def guesses(options: Any) -> bool:
    """Others may know a whole hand but not which card was held longest, which goes in silence: with closed hands, and
    of cards that somebody had to show (RE14), wherever in the hand they stood.
    """
    return bool(options.closed_hands or options.resurrection)


def covered(table: State, memory: State) -> State:
    """The table with a back wherever the memory has one, of the same kind; a seat here knows more than it can see."""
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
    return tuple(back if back in (CLOSED, kind(card)) else card for card, back in zip(cards, known, strict=True))
