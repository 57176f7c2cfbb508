"""How likely a seat wins from here, in the eyes of the house's player: gold, cards, and whom the bomb will hit.

It always looks at the table after the next explosion, for there will be one: the one that threatens, or one that hits
anybody. Whoever compared it with a bomb that never goes off would never arm one.
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
"""What it is worth to be given a bomb: a card to draw, and a mechanism to take out …"""
_LATER: Final = 0.85
"""… which counts so much less for every seat before one's own."""
_LUCK: Final = 1.7
"""How far matches are decided by what nobody foresees: the scale of leads, by the root of what is left to earn."""
_LATE: Final = 0.85
"""How likely the bomb goes off as it lies there if nobody can tinker with it any more …"""
_EARLY: Final = 0.55
"""… and if a holder whom it would kill still can."""
_ESCAPE: Final = 0.93
"""How likely a trick in the hand of another victim does not change it."""
_LATER_ESCAPE: Final = 0.75
"""The same if there is time."""
_BEFORE: Final = ("start", "draw", "trick1", "tinker")
"""Where the holder can still tinker."""


def chance(state: State, seat: Seat) -> float:
    """How likely the seat wins, between 0 and 1, from what is known in this state."""
    some_day = _some_day(state, seat)
    if not armed(state):
        return some_day
    then = _possible(state if due(state) else handed_on(state))
    return sum([_threatened(each, seat, some_day) for each in then]) / len(then)


def _threatened(state: State, seat: Seat, otherwise: float) -> float:
    """If the bomb goes off in the hands of this holder, unless somebody prevents it."""
    exploded = blast(state)
    likely = _likely(state, seat, exploded)
    return likely * _blown(state, seat, exploded) + (1 - likely) * otherwise


def _likely(state: State, seat: Seat, exploded: Exploded) -> float:
    """Victims have means against it. One's own count later only: now it is asked what is best without them."""
    tinkers = state.phase in _BEFORE and state.holder in exploded.killed and not active(state, "HANDSOFF")
    now = state.phase != "start"
    tricks = sum([count(state.hands[each], TRICK) for each in exploded.killed if each != seat or not now])
    return (_EARLY if tinkers else _LATE) * float((_ESCAPE if now else _LATER_ESCAPE) ** tricks)


def _blown(state: State, seat: Seat, exploded: Exploded) -> float:
    """Once this explosion is paid (K50–K60)."""
    pay = paid(state, exploded)
    gold = [sum(parts) for parts in zip(state.gold, pay.survival, pay.hazard, pay.rescue, strict=True)]
    cashed = set()
    for each in pay.missions:
        gold[each.seat] += each.gold
        cashed.add(each.card)
    keeps = [worth(tuple([card for card in hand if card not in cashed]) if cashed else hand) for hand in state.hands]
    return _standing(state, seat, gold, _with_turns(state, _new_hands(keeps, exploded.killed), 1))


def _some_day(state: State, seat: Seat) -> float:
    """If the next explosion kills one of all, whoever that is."""
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
    """What hands are worth after an explosion (K55, K57)."""
    return [HAND * FRESH if each in killed else hand + FRESH for each, hand in enumerate(hands)]


def _with_turns(state: State, cards: list[float], first: int) -> list[float]:
    """In the order in which they will be given the bomb; whoever has done with it comes last."""
    seats = len(cards)
    way, value = direction(state), _TURN
    for step in range(first, first + seats):
        cards[(state.holder + way * step) % seats] += value
        value *= _LATER
    return cards


def _standing(state: State, seat: Seat, gold: Sequence[int], cards: Sequence[float]) -> float:
    """How likely the seat is first in the end (K59, K60)."""
    most = max(gold)
    if most >= state.setup.options.gold:
        return _won(seat, gold, most)
    shares = _shares(state, gold, cards, most)
    return shares[seat] / sum(shares)


def _won(seat: Seat, gold: Sequence[int], most: int) -> float:
    return 1 / gold.count(most) if gold[seat] == most else 0.0


def _shares(state: State, gold: Sequence[int], cards: Sequence[float], most: int) -> list[float]:
    """Leads count for more the less there is left to earn for who has most."""
    scale = _LUCK * sqrt(state.setup.options.gold - most)
    return [exp((coins + more) / scale) for coins, more in zip(gold, cards, strict=True)]


def _possible(state: State) -> tuple[State, ...]:
    """The bomb with each apparatus it may contain, if there is one the observer has not seen."""
    if APPARATUS not in state.inside:
        return (state,)
    at = state.inside.index(APPARATUS)
    seen = {card for hand in state.hands for card in hand if is_face(card)} | {state.top}
    return tuple(
        replace(state, inside=(*state.inside[:at], card, *state.inside[at + 1 :]))
        for card in APPARATUSES
        if card not in seen
    )
