"""The automatic steps of a turn's six phases (K16–K23, K39–K42), and the questions that quirks ask the holder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from apps.games.kobolds import state as events
from apps.games.kobolds import tinkering, windows
from apps.games.kobolds.bomb import sees
from apps.games.kobolds.cards import BUTTERFINGERS, GLASS_POCKETS, RUCKSACK, WEAK_ARMS, WRONG_WAY, CardId, is_face, kind
from apps.games.kobolds.dealing import draw
from apps.games.kobolds.explosion import aftermath, blast, paid
from apps.games.kobolds.memory import evolve
from apps.games.kobolds.rucksack import bulges
from apps.games.kobolds.state import Action, Drop, Event, Obey, Pay, State
from apps.games.kobolds.tricks import direction, due
from apps.kernel.chance import Chance
from apps.kernel.game import Ask
from apps.kernel.table import Seat

_OBEY: Final = Obey()
_PAY: Final = Pay()


def onwards(state: State, facts: Sequence[Event], chance: Chance) -> tuple[list[Event], State]:
    """Return these facts and all that follow before someone must be asked again, and the table after them."""
    told: list[Event] = []
    while facts:
        for fact in facts:
            told.append(fact)
            state = evolve(state, fact)
            if type(fact) in _SHOWING:
                for more in _seen(state, fact):
                    told.append(more)
                    state = evolve(state, more)
        facts = _unasked(state, chance)
    return told, state


# -- what a resurrection card asks of the holder ---------------------------------------


def quirk(state: State) -> CardId | None:
    """Return the resurrection card that asks the holder something now, or None.

    With no gold there's no choice, except with a Small Rucksack.
    """
    card, gold, hand = state.risen[state.holder], state.gold[state.holder], state.hands[state.holder]
    match state.phase:
        case "start":
            return card if card == BUTTERFINGERS and gold and hand else None
        case "draw":
            return card if card == WEAK_ARMS and gold and not state.blocked else None
        case "end" if not due(state):
            strays = card == WRONG_WAY and gold and state.bound_for is None
            return card if strays or bulges(state) else None
    return None


def quirk_asks(state: State) -> tuple[Ask[Action], ...]:
    """Ask the holder one question. Silence means to obey."""
    hand = state.hands[state.holder]
    key = f"quirk:{state.turn}.{state.phase}.{len(hand)}"
    silence: Action | None = _OBEY
    if quirk(state) == RUCKSACK:
        silence = Drop(hand[0]) if all(map(is_face, hand)) else None
    return (Ask(state.holder, "quirk", key, silence),)


def quirk_legal(state: State) -> tuple[Action, ...]:
    """Return the possible answers: obey, pay, or buy the card off for good (K64)."""
    aside = windows.asides(state, state.holder)
    if quirk(state) != RUCKSACK:
        return (_OBEY, _PAY, *aside)
    drops = tuple(Drop(card) for card in state.hands[state.holder])
    return (*drops, *((_PAY,) if state.gold[state.holder] else ()), *aside)


def quirked(state: State, act: Obey | Pay | Drop, chance: Chance) -> list[Event]:
    """Return the facts that follow from the holder's choice."""
    holder, card = state.holder, quirk(state)
    if card is None:
        return []
    if isinstance(act, Drop):
        return _dropped(state, act.card)
    pays, obeyed, fined = isinstance(act, Pay), events.Obeyed(holder, card), events.Fined(holder, card)
    if card == BUTTERFINGERS:
        return [*([fined] if pays else _clumsy(state, chance)), events.Phased("draw")]
    if card == WEAK_ARMS:
        return [*([fined, *draw(state, holder, chance)] if pays else [obeyed]), events.Phased("trick1")]
    if card == WRONG_WAY:
        way = 1 if pays else -1
        return [fined if pays else obeyed, events.Handed(holder, _next(state, way), trick=False)]
    return [fined]


# -- what happens by itself ------------------------------------------------------------


def _unasked(state: State, chance: Chance) -> list[Event]:
    """Return the next facts, or none if someone is asked or the match is over."""
    if windows.is_open(state):  # Most moves are made in windows, when no quirk asks anything.
        return windows.closed(state, chance) if windows.complete(state) else []
    if quirk(state) is not None:
        return []
    holder = state.holder
    match state.phase:
        case "start":
            clumsy = state.risen[holder] == BUTTERFINGERS and state.hands[holder]
            return [*(_clumsy(state, chance) if clumsy else ()), events.Phased("draw")]
        case "draw":
            draws = not state.blocked and state.risen[holder] != WEAK_ARMS
            return [*(draw(state, holder, chance) if draws else ()), events.Phased("trick1")]
        case "tinker":
            return _untinkered(state, chance)
        case "end":
            return _explode(state, chance) if due(state) else [_handed(state)]
    return []


def _untinkered(state: State, chance: Chance) -> list[Event]:
    """Return the facts if no one is asked about tinkering."""
    if not tinkering.is_open(state):
        return [events.Phased("trick2")]
    only = tinkering.find_only_swap(state)
    return tinkering.tinkered(state, only, chance) if only else []


def _explode(state: State, chance: Chance) -> list[Event]:
    """Let the bomb go off, pay everyone, and build the next bomb (K40)."""
    exploded = blast(state)
    facts: list[Event] = [exploded]
    state = evolve(state, exploded)
    facts.append(paid(state, exploded))
    return [*facts, *aftermath(evolve(state, facts[-1]), chance)]


def _handed(state: State) -> events.Handed:
    """Hand the bomb on to the seat a trick demands, or to the next player (K41).

    A Wrong-Way Brain without gold has no choice.
    """
    return events.Handed(state.holder, heir(state), trick=state.bound_for is not None)


def heir(state: State) -> Seat:
    """Return the seat that the holder hands the bomb to if nothing changes that."""
    if state.bound_for is not None:
        return state.bound_for
    wrong = state.risen[state.holder] == WRONG_WAY
    return _next(state, -1 if wrong else 1)


def _next(state: State, way: int) -> Seat:
    """Return the next seat in the direction of play (`way` 1) or against it (-1)."""
    return Seat((state.holder + way * direction(state)) % state.setup.seats)


def _clumsy(state: State, chance: Chance) -> list[Event]:
    return _dropped(state, chance.pick("clumsy", state.hands[state.holder]))


def _dropped(state: State, card: CardId) -> list[Event]:
    return [events.Faces((state.holder,), (card,)), events.Dropped(state.holder, kind(card))]


def _seen(state: State, fact: Event) -> list[Event]:
    """Return what a seat sees because of the last fact: the bomb in its hands (K20), or Glass Pockets."""
    match fact:
        case events.Began() | events.Handed():
            return [events.Looked((state.holder,), state.inside)] if sees(state, state.holder) else []
        case events.Stole(seat, target):  # What the thief left was seen before, but not which card is gone.
            seats: tuple[Seat, ...] = (seat, target)
        case events.Dealt(seat) | events.Swapped(seat):
            seats = (seat,)
        case _:
            return []
    return [events.Shown(seat, state.hands[seat]) for seat in seats if state.risen[seat] == GLASS_POCKETS]


_SHOWING: Final = frozenset((events.Began, events.Handed, events.Dealt, events.Stole, events.Swapped))
"""The kinds of facts after which there can be something to see."""
