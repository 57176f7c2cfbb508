"""A seat's chance to win, as the bot sees it, from gold, cards and the players that the bomb will hit.

It always evaluates the table after the next explosion: the one that threatens, or one that can hit anyone. A bot that
compared this with a bomb that never goes off would never arm one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp, sqrt
from typing import Final

from msgspec.structs import replace

from apps.games.kobolds.bomb import is_armed
from apps.games.kobolds.card_values import UNKNOWN_CARD_VALUE, sum_card_values
from apps.games.kobolds.cards import APPARATUS, APPARATUSES, HAND_SIZE, MECHANISM, TRICK, count_cards, is_face
from apps.games.kobolds.explosion import compute_payout, resolve_explosion
from apps.games.kobolds.foresight import handed_on
from apps.games.kobolds.state import Exploded, State
from apps.games.kobolds.tricks import get_bomb_direction, is_explosion_due, list_active_copies
from apps.kernel.table import Seat

# Found by playing hundreds of matches against itself with one number changed.
_TURN_VALUE: Final = 0.6
"""Value of being given a bomb, because of the card to draw and the mechanism to remove."""
_LATER_TURN_FACTOR: Final = 0.85
"""Factor for that value for every seat that gets the bomb earlier."""
_LEAD_SCALE: Final = 1.7
"""Scale of leads, multiplied by the square root of the gold left to earn. It stands for what no one can foresee."""
_LATE_EXPLOSION_ODDS: Final = 0.85
"""Chance that the bomb goes off as it is if no one can tinker with it any longer."""
_EARLY_EXPLOSION_ODDS: Final = 0.55
"""The same chance if the holder would be killed and can still tinker."""
_NO_ESCAPE_ODDS: Final = 0.93
"""Chance that a trick in another victim's hand doesn't change that."""
_LATER_NO_ESCAPE_ODDS: Final = 0.75
"""The same chance if there is more time."""
_TINKERABLE_PHASES: Final = ("start", "draw", "trick1", "tinker")
"""Phases in which the holder can still tinker."""


def estimate_win_chance(state: State, seat: Seat) -> float:
    """Estimate the seat's chance to win, from 0 to 1, from what is known in this state."""
    some_day = _some_day(state, seat)
    if not is_armed(state):
        return some_day
    then = _list_possible_tables(state if is_explosion_due(state) else handed_on(state))
    return sum([_estimate_under_threat(each, seat, some_day) for each in then]) / len(then)


def _estimate_under_threat(state: State, seat: Seat, otherwise: float) -> float:
    """Estimate the chance if the bomb is about to go off in this holder's hands, unless someone prevents it."""
    exploded = resolve_explosion(state)
    likely = _estimate_explosion_odds(state, seat, exploded)
    return likely * _estimate_after_explosion(state, seat, exploded) + (1 - likely) * otherwise


def _estimate_explosion_odds(state: State, seat: Seat, exploded: Exploded) -> float:
    """Estimate how likely the explosion is, because victims have tricks against it.

    The seat's own tricks count only later, because this is about the best answer without them.
    """
    tinkers = (
        state.phase in _TINKERABLE_PHASES
        and state.holder in exploded.killed
        and not list_active_copies(state, "HANDSOFF")
    )
    now = state.phase != "start"
    tricks = sum([count_cards(state.hands[each], TRICK) for each in exploded.killed if each != seat or not now])
    return (_EARLY_EXPLOSION_ODDS if tinkers else _LATE_EXPLOSION_ODDS) * float(
        (_NO_ESCAPE_ODDS if now else _LATER_NO_ESCAPE_ODDS) ** tricks
    )


def _estimate_after_explosion(state: State, seat: Seat, exploded: Exploded) -> float:
    """Estimate the chance after this explosion has been paid (K50–K60)."""
    pay = compute_payout(state, exploded)
    gold = [sum(parts) for parts in zip(state.gold, pay.survival, pay.hazard, pay.rescue, strict=True)]
    cashed = set()
    for each in pay.missions:
        gold[each.seat] += each.gold
        cashed.add(each.card)
    keeps = [
        sum_card_values(tuple([card for card in hand if card not in cashed]) if cashed else hand)
        for hand in state.hands
    ]
    return _estimate_first_place(state, seat, gold, _with_turns(state, _new_hands(keeps, exploded.killed), 1))


def _some_day(state: State, seat: Seat) -> float:
    """Estimate the chance if the next explosion kills one of the players, any of them."""
    paid_all = [coins + 1 + count_cards(hand, MECHANISM) for coins, hand in zip(state.gold, state.hands, strict=True)]
    hands = [sum_card_values(hand) for hand in state.hands]
    turns = _with_turns(state, [0.0] * len(hands), 0 if state.phase in _TINKERABLE_PHASES else 1)
    keeps = [hand + turn + UNKNOWN_CARD_VALUE for hand, turn in zip(hands, turns, strict=True)]
    killed = [turn + HAND_SIZE * UNKNOWN_CARD_VALUE for turn in turns]
    found: dict[int, tuple[list[float], list[float]]] = {}
    total = 0.0
    for victim, coins in enumerate(state.gold):
        gold = paid_all.copy()
        gold[victim] = coins
        most = max(gold)
        if most >= state.setup.options.gold:
            total += _compute_win_share(seat, gold, most)
            continue
        if most not in found:
            found[most] = _weigh_seats(state, paid_all, keeps, most), _weigh_seats(state, state.gold, killed, most)
        alive, dead = found[most]
        shares = alive.copy()
        shares[victim] = dead[victim]
        total += shares[seat] / sum(shares)
    return total / len(hands)


def _new_hands(hands: Sequence[float], killed: Collection[int]) -> list[float]:
    """Return the value of each hand after an explosion (K55, K57)."""
    return [
        HAND_SIZE * UNKNOWN_CARD_VALUE if each in killed else hand + UNKNOWN_CARD_VALUE
        for each, hand in enumerate(hands)
    ]


def _with_turns(state: State, cards: list[float], first: int) -> list[float]:
    """Add the value of getting the bomb, in turn order. The player who has just had it comes last."""
    seats = len(cards)
    way, value = get_bomb_direction(state), _TURN_VALUE
    for step in range(first, first + seats):
        cards[(state.holder + way * step) % seats] += value
        value *= _LATER_TURN_FACTOR
    return cards


def _estimate_first_place(state: State, seat: Seat, gold: Sequence[int], cards: Sequence[float]) -> float:
    """Estimate the chance to come first in the end (K59, K60)."""
    most = max(gold)
    if most >= state.setup.options.gold:
        return _compute_win_share(seat, gold, most)
    shares = _weigh_seats(state, gold, cards, most)
    return shares[seat] / sum(shares)


def _compute_win_share(seat: Seat, gold: Sequence[int], most: int) -> float:
    return 1 / gold.count(most) if gold[seat] == most else 0.0


def _weigh_seats(state: State, gold: Sequence[int], cards: Sequence[float], most: int) -> list[float]:
    """Weigh each seat. A lead counts for more if the leader has less left to earn."""
    scale = _LEAD_SCALE * sqrt(state.setup.options.gold - most)
    return [exp((coins + more) / scale) for coins, more in zip(gold, cards, strict=True)]


def _list_possible_tables(state: State) -> tuple[State, ...]:
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
