"""A seat's chance to win, as the bot sees it, from gold, cards and the players that the bomb will hit.

It always evaluates the table after the next explosion: the one that threatens, or one that can hit anyone. A bot that
compared this with a bomb that never goes off would never arm one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp, sqrt
from typing import Final

from msgspec.structs import replace

from apps.games.kobolds.bomb import armed
from apps.games.kobolds.card_values import FRESH, worth
from apps.games.kobolds.cards import APPARATUS, APPARATUSES, HAND, MECHANISM, TRICK, count, is_face
from apps.games.kobolds.explosion import blast, paid
from apps.games.kobolds.foresight import handed_on
from apps.games.kobolds.state import Exploded, State
from apps.games.kobolds.tricks import active, direction, due
from apps.kernel.table import Seat

# Found by playing hundreds of matches against itself with one number changed.
_TURN: Final = 0.6
"""Value of being given a bomb, because of the card to draw and the mechanism to remove."""
_LATER: Final = 0.85
"""Factor for that value for every seat that gets the bomb earlier."""
_LUCK: Final = 1.7
"""Scale of leads, multiplied by the square root of the gold left to earn. It stands for what no one can foresee."""
_LATE: Final = 0.85
"""Chance that the bomb goes off as it is if no one can tinker with it any longer."""
_EARLY: Final = 0.55
"""The same chance if the holder would be killed and can still tinker."""
_ESCAPE: Final = 0.93
"""Chance that a trick in another victim's hand doesn't change that."""
_LATER_ESCAPE: Final = 0.75
"""The same chance if there is more time."""
_BEFORE: Final = ("start", "draw", "trick1", "tinker")
"""Phases in which the holder can still tinker."""


def chance(state: State, seat: Seat) -> float:
    """Estimate the seat's chance to win, from 0 to 1, from what is known in this state."""
    some_day = _some_day(state, seat)
    if not armed(state):
        return some_day
    then = _possible(state if due(state) else handed_on(state))
    return sum([_threatened(each, seat, some_day) for each in then]) / len(then)


def _threatened(state: State, seat: Seat, otherwise: float) -> float:
    """Estimate the chance if the bomb is about to go off in this holder's hands, unless someone prevents it."""
    exploded = blast(state)
    likely = _likely(state, seat, exploded)
    return likely * _blown(state, seat, exploded) + (1 - likely) * otherwise


def _likely(state: State, seat: Seat, exploded: Exploded) -> float:
    """Estimate how likely the explosion is, because victims have tricks against it.

    The seat's own tricks count only later, because this is about the best answer without them.
    """
    tinkers = state.phase in _BEFORE and state.holder in exploded.killed and not active(state, "HANDSOFF")
    now = state.phase != "start"
    tricks = sum([count(state.hands[each], TRICK) for each in exploded.killed if each != seat or not now])
    return (_EARLY if tinkers else _LATE) * float((_ESCAPE if now else _LATER_ESCAPE) ** tricks)


def _blown(state: State, seat: Seat, exploded: Exploded) -> float:
    """Estimate the chance after this explosion has been paid (K50–K60)."""
    pay = paid(state, exploded)
    gold = [sum(parts) for parts in zip(state.gold, pay.survival, pay.hazard, pay.rescue, strict=True)]
    cashed = set()
    for each in pay.missions:
        gold[each.seat] += each.gold
        cashed.add(each.card)
    keeps = [worth(tuple([card for card in hand if card not in cashed]) if cashed else hand) for hand in state.hands]
    return _standing(state, seat, gold, _with_turns(state, _new_hands(keeps, exploded.killed), 1))


def _some_day(state: State, seat: Seat) -> float:
    """Estimate the chance if the next explosion kills one of the players, any of them."""
    paid_all = [coins + 1 + count(hand, MECHANISM) for coins, hand in zip(state.gold, state.hands, strict=True)]
    hands = [worth(hand) for hand in state.hands]
    turns = _with_turns(state, [0.0] * len(hands), 0 if state.phase in _BEFORE else 1)
    keeps = [hand + turn + FRESH for hand, turn in zip(hands, turns, strict=True)]
    killed = [turn + HAND * FRESH for turn in turns]
    found: dict[int, tuple[list[float], list[float]]] = {}
    total = 0.0
    for victim, coins in enumerate(state.gold):
        gold = paid_all.copy()
        gold[victim] = coins
        most = max(gold)
        if most >= state.setup.options.gold:
            total += _won(seat, gold, most)
            continue
        if most not in found:
            found[most] = _shares(state, paid_all, keeps, most), _shares(state, state.gold, killed, most)
        alive, dead = found[most]
        shares = alive.copy()
        shares[victim] = dead[victim]
        total += shares[seat] / sum(shares)
    return total / len(hands)


def _new_hands(hands: Sequence[float], killed: Collection[int]) -> list[float]:
    """Return the value of each hand after an explosion (K55, K57)."""
    return [HAND * FRESH if each in killed else hand + FRESH for each, hand in enumerate(hands)]


def _with_turns(state: State, cards: list[float], first: int) -> list[float]:
    """Add the value of getting the bomb, in turn order. The player who has just had it comes last."""
    seats = len(cards)
    way, value = direction(state), _TURN
    for step in range(first, first + seats):
        cards[(state.holder + way * step) % seats] += value
        value *= _LATER
    return cards


def _standing(state: State, seat: Seat, gold: Sequence[int], cards: Sequence[float]) -> float:
    """Estimate the chance to come first in the end (K59, K60)."""
    most = max(gold)
    if most >= state.setup.options.gold:
        return _won(seat, gold, most)
    shares = _shares(state, gold, cards, most)
    return shares[seat] / sum(shares)


def _won(seat: Seat, gold: Sequence[int], most: int) -> float:
    return 1 / gold.count(most) if gold[seat] == most else 0.0


def _shares(state: State, gold: Sequence[int], cards: Sequence[float], most: int) -> list[float]:
    """Weigh each seat. A lead counts for more if the leader has less left to earn."""
    scale = _LUCK * sqrt(state.setup.options.gold - most)
    return [exp((coins + more) / scale) for coins, more in zip(gold, cards, strict=True)]


def _possible(state: State) -> tuple[State, ...]:
    """Return the table with each gadget that the bomb can contain, if it has one that the observer hasn't seen."""
    if APPARATUS not in state.inside:
        return (state,)
    at = state.inside.index(APPARATUS)
    seen = {card for hand in state.hands for card in hand if is_face(card)} | {state.top}
    return tuple(
        replace(state, inside=(*state.inside[:at], card, *state.inside[at + 1 :]))
        for card in APPARATUSES
        if card not in seen
    )
