"""Each seat's prospects (chance to come first), at the moment when a turn's first tricks can be played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt
from operator import add
from typing import Final

from apps.games.kobolds.bomb import is_armed
from apps.games.kobolds.card_values import by_card
from apps.games.kobolds.cards import Cards
from apps.games.kobolds.explosion import compute_payout, resolve_explosion
from apps.games.kobolds.foresight import handed_on
from apps.games.kobolds.state import State
from apps.games.kobolds.tricks import get_bomb_direction, is_explosion_due
from apps.kernel.prospects import estimate_prospects

# Fitted to the winners of twelve thousand bot matches at three to six seats. The bot's own values only compare answers:
# for them, a leader has almost won, and a trick that cancels is worth more.
_GOLD_WEIGHT: Final = 0.60
"""Weight of a piece of gold. All weights are divided by the square root of the gold left to earn."""
_PAYOUT_WEIGHT: Final = 0.23
"""Weight of a piece of gold that is paid if the bomb goes off as things are."""
_MISSION_WEIGHT: Final = 0.28
"""Weight of a piece of gold that a secret mission would bring."""
_MECHANISM_WEIGHT: Final = 0.31
"""Weight of a mechanism, which pays only survivors."""
_APPARATUS_WEIGHT: Final = 0.18
_TRICK_WEIGHTS: Final[Mapping[str, float]] = {
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
_KILLED_WEIGHT: Final = 0.37
"""Weight of being hit as things are. It means a whole new hand, and often the bomb still goes elsewhere."""
_WAITING_WEIGHT: Final = -0.44
"""Weight of waiting a whole round to hold the bomb and tinker."""
_HOLDING_WEIGHT: Final = -0.36
"""Weight of holding the bomb."""
_WAITING_ARMED_WEIGHT: Final = -0.09
_HOLDING_ARMED_WEIGHT: Final = 0.27
"""Weight of holding an armed bomb."""

_CARD_WEIGHTS: Final = by_card(_TRICK_WEIGHTS, _MISSION_WEIGHT, _MECHANISM_WEIGHT, _APPARATUS_WEIGHT)


def prospects(table: State) -> tuple[float, ...] | None:
    """Estimate from gold, hands, the bomb's way and its victims. Return None while a turn is under way."""
    if table.phase != "trick1" or table.stack or table.sealed or table.laid is not None:
        return None
    left = max(1, table.setup.options.gold - max(table.gold))
    if is_armed(table):
        bomb = [
            *map(add, _weigh_turn_order(table, _WAITING_ARMED_WEIGHT, _HOLDING_ARMED_WEIGHT), _weigh_explosion(table))
        ]
    else:
        bomb = _weigh_turn_order(table, _WAITING_WEIGHT, _HOLDING_WEIGHT)
    has = [
        _GOLD_WEIGHT * gold + _weigh_hand(hand) + more
        for gold, hand, more in zip(table.gold, table.hands, bomb, strict=True)
    ]
    return estimate_prospects(has, sqrt(left))


def _weigh_turn_order(table: State, waits: float, holds: float) -> list[float]:
    """Return the weight of holding the bomb, or of waiting for it, by seat."""
    seats, way = len(table.hands), get_bomb_direction(table)
    found = [waits * (way * (seat - table.holder) % seats) / seats for seat in range(seats)]
    found[table.holder] += holds
    return found


def _weigh_explosion(table: State) -> list[float]:
    """Return the weight of an armed bomb, by seat, if it goes off this turn or else next turn."""
    then = table if is_explosion_due(table) else handed_on(table)
    exploded = resolve_explosion(then)
    pay = compute_payout(then, exploded)
    found = [_PAYOUT_WEIGHT * sum(parts) for parts in zip(pay.survival, pay.hazard, pay.rescue, strict=True)]
    for each in pay.missions:
        found[each.seat] += _PAYOUT_WEIGHT * each.gold
    for seat in exploded.killed:
        found[seat] += _KILLED_WEIGHT
    return found


@lru_cache(4096)
def _weigh_hand(hand: Cards) -> float:
    return sum([_CARD_WEIGHTS[card] for card in hand])
