"""How likely each seat comes first when the first tricks of a turn may be played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt
from operator import add
from typing import Final

from apps.games.kobolds.bomb import armed
from apps.games.kobolds.card_values import by_card
from apps.games.kobolds.cards import Cards
from apps.games.kobolds.explosion import blast, paid
from apps.games.kobolds.foresight import handed_on
from apps.games.kobolds.state import State
from apps.games.kobolds.tricks import direction, due
from apps.kernel.odds import by_lead

# Fitted to who won twelve thousand matches of bots at three to six seats: in the eyes of the house's player, which
# compares answers and nothing else, whoever is ahead has as good as won, and a trick that cancels is worth more.
_GOLD: Final = 0.60
"""What a piece of gold counts, the less of it is left to earn the more: by its root …"""
_EARNED: Final = 0.23
"""… one that is paid if the bomb goes off as it lies there …"""
_MISSION: Final = 0.28
"""… one that a secret mission would bring …"""
_MECHANISM: Final = 0.31
"""… and a mechanism, which pays only whoever survives."""
_APPARATUS: Final = 0.18
_TRICKS: Final[Mapping[str, float]] = {
    "GIMME": 0.48,
    "TAKE": 0.48,
    "TRY": 0.40,
    "NOWAY": 0.20,
    "MINE": 0.39,
    "NOTME": 0.23,
    "TROLL": 0.50,
    "STICK": 0.39,
    "UNDIES": 0.20,
    "FRIEND": 0.35,
    "CHAIN": 0.18,
    "SPLINTER": 0.29,
    "PICK": 0.32,
    "RUMMAGE": 0.39,
    "PEEK": 0.12,
    "QUICK": -0.07,
    "PIN": 0.30,
    "GETTINK": 0.26,
    "HANDSOFF": 0.19,
    "ABOUT": 0.29,
    "SLOW": 0.37,
}
_KILLED: Final = 0.37
"""Whom it hits as it lies there is dealt a whole hand: often the bomb still goes elsewhere."""
_WAITS: Final = -0.44
"""A whole round until one holds the bomb, and may tinker …"""
_HOLDS: Final = -0.36
"""… and to hold it …"""
_WAITS_ARMED: Final = -0.09
_HOLDS_ARMED: Final = 0.27
"""… if it is armed."""

_CARDS: Final = by_card(_TRICKS, _MISSION, _MECHANISM, _APPARATUS)


def prospects(table: State) -> tuple[float, ...] | None:
    """From gold, hands, who holds the bomb next, and whom it threatens; None while a turn is under way."""
    if table.phase != "trick1" or table.stack or table.sealed or table.laid is not None:
        return None
    left = max(1, table.setup.options.gold - max(table.gold))
    if armed(table):
        bomb = [*map(add, _turns(table, _WAITS_ARMED, _HOLDS_ARMED), _exploding(table))]
    else:
        bomb = _turns(table, _WAITS, _HOLDS)
    has = [_GOLD * gold + _held(hand) + more for gold, hand, more in zip(table.gold, table.hands, bomb, strict=True)]
    return by_lead(has, sqrt(left))


def _turns(table: State, waits: float, holds: float) -> list[float]:
    """What it counts to hold the bomb, or to wait for it."""
    seats, way = len(table.hands), direction(table)
    found = [waits * (way * (seat - table.holder) % seats) / seats for seat in range(seats)]
    found[table.holder] += holds
    return found


def _exploding(table: State) -> list[float]:
    """What an armed bomb counts as it lies there, in this turn or, if it does not go off yet, in the next."""
    then = table if due(table) else handed_on(table)
    exploded = blast(then)
    pay = paid(then, exploded)
    found = [_EARNED * sum(parts) for parts in zip(pay.survival, pay.hazard, pay.rescue, strict=True)]
    for each in pay.missions:
        found[each.seat] += _EARNED * each.gold
    for seat in exploded.killed:
        found[seat] += _KILLED
    return found


@lru_cache(4096)
def _held(hand: Cards) -> float:
    return sum([_CARDS[card] for card in hand])
