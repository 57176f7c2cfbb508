"""A whole table of Fuse as it probably is.

High cards are played before low ones, so hands are low and the pile is high.
`imagining` draws how many fuse and defuse cards are in each hand. This module draws which fuse cards they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Final

from msgspec.structs import replace

from apps.games.fuse.cards import POINTS, CardId, is_fuse
from apps.games.fuse.imagining import imagine
from apps.games.fuse.state import Cards, State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

# Counted in a thousand matches of bots.
_HELD: Final = ((5, 1.0), (10, 0.35))
"""(points, odds): the odds that a card below this many points is in a hand, not in the pile, relative to the lowest."""
_HIGH: Final = 0.14
"""The same odds for all higher cards."""
_SETTLED: Final = 10
"""Average number of cards that others must have played for these odds to apply fully."""
_AT_FIRST: Final = 3
"""Head start in that number. The first seven cards weren't chosen, but playing one reveals something."""
_DRAWS: Final = 1 << 30


def suppose(state: State, seat: Seat, luck: Chance) -> State:
    """Draw a table like `imagine`, but with each card where it probably is."""
    table, others = imagine(state, seat, luck), state.setup.others(seat)
    holding = [card for other in others for card in table.hands[other] if is_fuse(card)]
    cards = [*holding, *filter(is_fuse, table.pile)]
    trust = min(1.0, (_AT_FIRST + sum(len(state.played[other]) for other in others) / len(others)) / _SETTLED)
    draws = luck.roll("held", _DRAWS, len(cards))
    late = {card: log((draw + 1) / _DRAWS) / _held(card) ** trust for card, draw in zip(cards, draws, strict=True)}
    held = {*sorted(cards, key=late.__getitem__, reverse=True)[: len(holding)]}  # Efraimidis and Spirakis 2006
    stays = iter(luck.shuffle("stays", [card for card in cards if card in held]))
    lies = iter(luck.shuffle("lies", [card for card in cards if card not in held]))
    hands = tuple([hand if number == seat else _with(hand, stays) for number, hand in enumerate(table.hands)])
    return replace(table, hands=hands, pile=_with(table.pile, lies))


def _with(cards: Cards, fuse: Iterator[CardId]) -> Cards:
    """Return the same cards with these fuse cards instead of its own."""
    return tuple([next(fuse) if is_fuse(card) else card for card in cards])


def _held(card: CardId) -> float:
    return next((part for points, part in _HELD if POINTS[card] < points), _HIGH)
