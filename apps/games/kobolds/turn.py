"""The automatic steps of a turn's six phases (K16–K23, K39–K42), and the questions that quirks ask the holder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from apps.games.kobolds import state as events
from apps.games.kobolds import tinkering, windows
from apps.games.kobolds.bomb import can_see_inside
from apps.games.kobolds.cards import (
    BUTTERFINGERS,
    GLASS_POCKETS,
    RUCKSACK,
    WEAK_ARMS,
    WRONG_WAY,
    CardId,
    get_card_kind,
    is_face,
)
from apps.games.kobolds.dealing import draw_face_up_card
from apps.games.kobolds.explosion import compute_payout, resolve_aftermath, resolve_explosion
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.rucksack import is_rucksack_overfull
from apps.games.kobolds.state import Action, Drop, Event, Obey, Pay, State
from apps.games.kobolds.tricks import get_bomb_direction, is_explosion_due
from apps.kernel.chance import Chance
from apps.kernel.game import Ask
from apps.kernel.table import Seat

_OBEY: Final = Obey()
_PAY: Final = Pay()


def apply_until_asked(state: State, facts: Sequence[Event], chance: Chance) -> tuple[list[Event], State]:
    """Return these facts and all that follow before someone must be asked again, and the table after them."""
    told: list[Event] = []
    while facts:
        for fact in facts:
            told.append(fact)
            state = evolve(state, fact)
            if type(fact) in _FACTS_WITH_SIGHTINGS:
                for more in _list_sightings(state, fact):
                    told.append(more)
                    state = evolve(state, more)
        facts = _get_unasked_facts(state, chance)
    return told, state


# -- what a resurrection card asks of the holder ---------------------------------------


def find_asking_quirk(state: State) -> CardId | None:
    """Return the resurrection card that asks the holder something now, or None.

    With no gold there's no choice, except with a Small Rucksack.
    """
    card, gold, hand = state.risen[state.holder], state.gold[state.holder], state.hands[state.holder]
    match state.phase:
        case "start":
            return card if card == BUTTERFINGERS and gold and hand else None
        case "draw":
            return card if card == WEAK_ARMS and gold and not state.blocked else None
        case "end" if not is_explosion_due(state):
            strays = card == WRONG_WAY and gold and state.bound_for is None
            return card if strays or is_rucksack_overfull(state) else None
    return None


def quirk_asks(state: State) -> tuple[Ask[Action], ...]:
    """Ask the holder one question. Silence means to obey."""
    hand = state.hands[state.holder]
    key = f"quirk:{state.turn}.{state.phase}.{len(hand)}"
    silence: Action | None = _OBEY
    if find_asking_quirk(state) == RUCKSACK:
        silence = Drop(hand[0]) if all(map(is_face, hand)) else None
    return (Ask(state.holder, "quirk", key, silence),)


def quirk_legal(state: State) -> tuple[Action, ...]:
    """Return the possible answers: obey, pay, or buy the card off for good (K64)."""
    aside = windows.list_asides(state, state.holder)
    if find_asking_quirk(state) != RUCKSACK:
        return (_OBEY, _PAY, *aside)
    drops = tuple(Drop(card) for card in state.hands[state.holder])
    return (*drops, *((_PAY,) if state.gold[state.holder] else ()), *aside)


def resolve_quirk(state: State, act: Obey | Pay | Drop, chance: Chance) -> list[Event]:
    """Return the facts that follow from the holder's choice."""
    holder, card = state.holder, find_asking_quirk(state)
    if card is None:
        return []
    if isinstance(act, Drop):
        return _drop_card(state, act.card)
    pays, obeyed, fined = isinstance(act, Pay), events.Obeyed(holder, card), events.Fined(holder, card)
    if card == BUTTERFINGERS:
        return [*([fined] if pays else _drop_random_card(state, chance)), events.Phased("draw")]
    if card == WEAK_ARMS:
        return [*([fined, *draw_face_up_card(state, holder, chance)] if pays else [obeyed]), events.Phased("trick1")]
    if card == WRONG_WAY:
        way = 1 if pays else -1
        return [fined if pays else obeyed, events.Handed(holder, _get_next_seat(state, way), trick=False)]
    return [fined]


# -- what happens by itself ------------------------------------------------------------


def _get_unasked_facts(state: State, chance: Chance) -> list[Event]:
    """Return the next facts, or none if someone is asked or the match is over."""
    if windows.is_open(state):  # Most moves are made in windows, when no quirk asks anything.
        return windows.close_window(state, chance) if windows.is_window_complete(state) else []
    if find_asking_quirk(state) is not None:
        return []
    holder = state.holder
    match state.phase:
        case "start":
            clumsy = state.risen[holder] == BUTTERFINGERS and state.hands[holder]
            return [*(_drop_random_card(state, chance) if clumsy else ()), events.Phased("draw")]
        case "draw":
            draws = not state.blocked and state.risen[holder] != WEAK_ARMS
            return [*(draw_face_up_card(state, holder, chance) if draws else ()), events.Phased("trick1")]
        case "tinker":
            return _resolve_unasked_tinkering(state, chance)
        case "end":
            return _explode_bomb(state, chance) if is_explosion_due(state) else [_hand_bomb_on(state)]
    return []


def _resolve_unasked_tinkering(state: State, chance: Chance) -> list[Event]:
    """Return the facts if no one is asked about tinkering."""
    if not tinkering.is_open(state):
        return [events.Phased("trick2")]
    only = tinkering.find_only_swap(state)
    return tinkering.tinker_with_bomb(state, only, chance) if only else []


def _explode_bomb(state: State, chance: Chance) -> list[Event]:
    """Let the bomb go off, pay everyone, and build the next bomb (K40)."""
    exploded = resolve_explosion(state)
    facts: list[Event] = [exploded]
    state = evolve(state, exploded)
    facts.append(compute_payout(state, exploded))
    return [*facts, *resolve_aftermath(evolve(state, facts[-1]), chance)]


def _hand_bomb_on(state: State) -> events.Handed:
    """Hand the bomb on to the seat a trick demands, or to the next player (K41).

    A Wrong-Way Brain without gold has no choice.
    """
    return events.Handed(state.holder, find_next_holder(state), trick=state.bound_for is not None)


def find_next_holder(state: State) -> Seat:
    """Return the seat that the holder hands the bomb to if nothing changes that."""
    if state.bound_for is not None:
        return state.bound_for
    wrong = state.risen[state.holder] == WRONG_WAY
    return _get_next_seat(state, -1 if wrong else 1)


def _get_next_seat(state: State, way: int) -> Seat:
    """Return the next seat in the direction of play (`way` 1) or against it (-1)."""
    return Seat((state.holder + way * get_bomb_direction(state)) % state.setup.seats)


def _drop_random_card(state: State, chance: Chance) -> list[Event]:
    return _drop_card(state, chance.pick("clumsy", state.hands[state.holder]))


def _drop_card(state: State, card: CardId) -> list[Event]:
    return [events.Faces((state.holder,), (card,)), events.Dropped(state.holder, get_card_kind(card))]


def _list_sightings(state: State, fact: Event) -> list[Event]:
    """Return what a seat sees because of the last fact: the bomb in its hands (K20), or Glass Pockets."""
    match fact:
        case events.Began() | events.Handed():
            return [events.Looked((state.holder,), state.inside)] if can_see_inside(state, state.holder) else []
        case events.Stole(seat, target):  # What the thief left was seen before, but not which card is gone.
            seats: tuple[Seat, ...] = (seat, target)
        case events.Dealt(seat) | events.Swapped(seat):
            seats = (seat,)
        case _:
            return []
    return [events.Shown(seat, state.hands[seat]) for seat in seats if state.risen[seat] == GLASS_POCKETS]


_FACTS_WITH_SIGHTINGS: Final = frozenset((events.Began, events.Handed, events.Dealt, events.Stole, events.Swapped))
"""The kinds of facts after which there can be something to see."""
