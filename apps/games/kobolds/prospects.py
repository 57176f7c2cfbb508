"""Each seat's chance to come first, at the moment when a turn's first tricks can be played."""

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

# Fitted to the winners of twelve thousand bot matches at three to six seats. The bot's own values only compare answers:
# for them, a leader has almost won, and a trick that cancels is worth more.
_GOLD: Final = 0.60
"""Weight of a piece of gold. All weights are divided by the square root of the gold left to earn."""
_EARNED: Final = 0.23
"""Weight of a piece of gold that is paid if the bomb goes off as things are."""
_MISSION: Final = 0.28
"""Weight of a piece of gold that a secret mission would bring."""
_MECHANISM: Final = 0.31
"""Weight of a mechanism, which pays only survivors."""
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
"""Weight of being hit as things are. It means a whole new hand, and often the bomb still goes elsewhere."""
_WAITS: Final = -0.44
"""Weight of waiting a whole round to hold the bomb and tinker."""
_HOLDS: Final = -0.36
"""Weight of holding the bomb."""
_WAITS_ARMED: Final = -0.09
_HOLDS_ARMED: Final = 0.27
"""Weight of holding an armed bomb."""

_CARDS: Final = by_card(_TRICKS, _MISSION, _MECHANISM, _APPARATUS)


def prospects(table: State) -> tuple[float, ...] | None:
    """Estimate from gold, hands, the bomb's way and its victims. Return None while a turn is under way."""
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
    """Return the weight of holding the bomb, or of waiting for it, by seat."""
    seats, way = len(table.hands), direction(table)
    found = [waits * (way * (seat - table.holder) % seats) / seats for seat in range(seats)]
    found[table.holder] += holds
    return found


def _exploding(table: State) -> list[float]:
    """Return the weight of an armed bomb, by seat, if it goes off this turn or else next turn."""
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
