"""How likely each seat comes first when the first tricks of a turn may be played."""

from __future__ import annotations

from math import sqrt
from typing import Final

from apps.games.kobolds.card_values import worth
from apps.games.kobolds.cards import MECHANISM, count
from apps.games.kobolds.state import State
from apps.games.kobolds.tricks import direction
from apps.kernel.odds import by_lead

# Fitted to who won a few thousand matches of bots at three, four and six seats: in the eyes of the house's player,
# which compares answers and nothing else, whoever is ahead has as good as won.
_GOLD: Final = 0.57
"""What a piece of gold counts, the less of it is left to earn the more: by its root."""
_CARDS: Final = 0.65
"""What cards of that worth count beside it …"""
_RESCUED: Final = 0.38
"""… and a mechanism, which pays only whoever survives …"""
_WAITING: Final = -0.25
"""… and a whole round until one holds the bomb, and may tinker."""


def prospects(table: State) -> tuple[float, ...] | None:
    """From gold, hands, and who holds the bomb next; None while a turn is under way."""
    if table.phase != "trick1" or table.stack or table.sealed or table.laid is not None:
        return None
    seats, way = len(table.hands), direction(table)
    left = max(1, table.setup.options.gold - max(table.gold))
    has = []
    for seat, (gold, hand) in enumerate(zip(table.gold, table.hands, strict=True)):
        waits = way * (seat - table.holder) % seats / seats
        has.append(_GOLD * gold + _CARDS * worth(hand) + _RESCUED * count(hand, MECHANISM) + _WAITING * waits)
    return by_lead(has, sqrt(left))
