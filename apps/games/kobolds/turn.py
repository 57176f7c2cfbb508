"""The six phases of a turn, as far as nobody is asked (K16–K23, K39–K42), and what quirks ask of the holder."""

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
    """These facts, and all that happens before somebody must be asked again; and the table after them."""
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
    """The resurrection card that asks the holder something now; with no gold there is no choice but in a Rucksack."""
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
    """One question to the holder. To obey is what silence does."""
    hand = state.hands[state.holder]
    key = f"quirk:{state.turn}.{state.phase}.{len(hand)}"
    silence: Action | None = _OBEY
    if quirk(state) == RUCKSACK:
        silence = Drop(hand[0]) if all(map(is_face, hand)) else None
    return (Ask(state.holder, "quirk", key, silence),)


def quirk_legal(state: State) -> tuple[Action, ...]:
    """To obey, to pay, or to be rid of the card for good (K64)."""
    aside = windows.asides(state, state.holder)
    if quirk(state) != RUCKSACK:
        return (_OBEY, _PAY, *aside)
    drops = tuple(Drop(card) for card in state.hands[state.holder])
    return (*drops, *((_PAY,) if state.gold[state.holder] else ()), *aside)


def quirked(state: State, act: Obey | Pay | Drop, chance: Chance) -> list[Event]:
    """What follows from the holder's choice."""
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
    """The next facts; none if somebody is asked, or the match is over."""
    if windows.is_open(state):  # Most moves are made in one, and no quirk asks anything then.
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
    """What happens if nobody is asked about tinkering."""
    if not tinkering.is_open(state):
        return [events.Phased("trick2")]
    only = tinkering.find_only_swap(state)
    return tinkering.tinkered(state, only, chance) if only else []


def _explode(state: State, chance: Chance) -> list[Event]:
    """K40: it goes off, is paid, and the next one is built."""
    exploded = blast(state)
    facts: list[Event] = [exploded]
    state = evolve(state, exploded)
    facts.append(paid(state, exploded))
    return [*facts, *aftermath(evolve(state, facts[-1]), chance)]


def _handed(state: State) -> events.Handed:
    """K41: to whom a trick says, or to the next player; a Wrong-Way Brain without gold has no choice."""
    return events.Handed(state.holder, heir(state), trick=state.bound_for is not None)


def heir(state: State) -> Seat:
    """Return whom the holder hands the bomb on to if nothing changes that."""
    if state.bound_for is not None:
        return state.bound_for
    wrong = state.risen[state.holder] == WRONG_WAY
    return _next(state, -1 if wrong else 1)


def _next(state: State, way: int) -> Seat:
    """The neighbour in the direction of play, or against it."""
    return Seat((state.holder + way * direction(state)) % state.setup.seats)


def _clumsy(state: State, chance: Chance) -> list[Event]:
    return _dropped(state, chance.pick("clumsy", state.hands[state.holder]))


def _dropped(state: State, card: CardId) -> list[Event]:
    return [events.Faces((state.holder,), (card,)), events.Dropped(state.holder, kind(card))]


def _seen(state: State, fact: Event) -> list[Event]:
    """What somebody sees now because of the last fact: the bomb in their hands (K20), Glass Pockets."""
    match fact:
        case events.Began() | events.Handed():
            return [events.Looked((state.holder,), state.inside)] if sees(state, state.holder) else []
        case events.Stole(seat, target):  # What a thief has left in them was seen before, but not which card went.
            seats: tuple[Seat, ...] = (seat, target)
        case events.Dealt(seat) | events.Swapped(seat):
            seats = (seat,)
        case _:
            return []
    return [events.Shown(seat, state.hands[seat]) for seat in seats if state.risen[seat] == GLASS_POCKETS]


_SHOWING: Final = frozenset((events.Began, events.Handed, events.Dealt, events.Stole, events.Swapped))
"""After which facts there may be something to see."""
