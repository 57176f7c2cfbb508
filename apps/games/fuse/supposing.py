"""A whole table of Fuse as it probably is.

High cards are played before low ones, so hands are low and the pile is high.
`imagining` draws how many fuse and defuse cards are in each hand. This module draws which fuse cards they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Final

from msgspec.structs import replace

from apps.games.fuse.cards import POINTS_BY_CARD, CardId, is_fuse
from apps.games.fuse.imagining import imagine
from apps.games.fuse.state import Cards, State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

# Counted in a thousand matches of bots.
_HELD_ODDS_BY_POINTS: Final = ((5, 1.0), (10, 0.35))
"""(points, odds): the odds that a card below this many points is in a hand, not in the pile, relative to the lowest."""
_HIGH_CARD_ODDS: Final = 0.14
"""The same odds for all higher cards."""
_CARDS_UNTIL_FULL_TRUST: Final = 10
"""Average number of cards that others must have played for these odds to apply fully."""
_HEAD_START_CARDS: Final = 3
"""Head start in that number. The first seven cards weren't chosen, but playing one reveals something."""
_DRAW_RESOLUTION: Final = 1 << 30


def suppose(state: State, seat: Seat, luck: Chance) -> State:
    """Draw a table like `imagine`, but with each card where it probably is."""
    table, others = imagine(state, seat, luck), state.setup.others(seat)
    holding = [card for other in others for card in table.hands[other] if is_fuse(card)]
    cards = [*holding, *filter(is_fuse, table.pile)]
    trust = min(
        1.0,
        (_HEAD_START_CARDS + sum(len(state.played[other]) for other in others) / len(others)) / _CARDS_UNTIL_FULL_TRUST,
    )
    draws = luck.roll("held", _DRAW_RESOLUTION, len(cards))
    late = {
        card: log((draw + 1) / _DRAW_RESOLUTION) / _get_held_odds(card) ** trust
        for card, draw in zip(cards, draws, strict=True)
    }
    held = {*sorted(cards, key=late.__getitem__, reverse=True)[: len(holding)]}  # Efraimidis and Spirakis 2006
    stays = iter(luck.shuffle("stays", [card for card in cards if card in held]))
    lies = iter(luck.shuffle("lies", [card for card in cards if card not in held]))
    hands = tuple(
        [hand if number == seat else _replace_fuse_cards(hand, stays) for number, hand in enumerate(table.hands)]
    )
    return replace(table, hands=hands, pile=_replace_fuse_cards(table.pile, lies))


def _replace_fuse_cards(cards: Cards, fuse: Iterator[CardId]) -> Cards:
    """Return the same cards with these fuse cards instead of its own."""
    return tuple([next(fuse) if is_fuse(card) else card for card in cards])


def _get_held_odds(card: CardId) -> float:
    return next((part for points, part in _HELD_ODDS_BY_POINTS if POINTS_BY_CARD[card] < points), _HIGH_CARD_ODDS)
