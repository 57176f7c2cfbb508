"""The course of play of Kobold Bombs: who is asked, what they can answer, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

from apps.games.kobolds import dealing, tinkering, windows
from apps.games.kobolds import state as events
from apps.games.kobolds.bomb import can_see_inside
from apps.games.kobolds.cards import Options
from apps.games.kobolds.memory import blank
from apps.games.kobolds.state import (
    Action,
    BuyOff,
    Claim,
    Close,
    Drop,
    Event,
    Lift,
    Obey,
    Pass,
    Pay,
    Play,
    Skip,
    State,
    Tinker,
)
from apps.games.kobolds.turn import apply_until_asked, find_asking_quirk, quirk_asks, quirk_legal, resolve_quirk
from apps.kernel.chance import Chance
from apps.kernel.game import Ask
from apps.kernel.table import Seat, Setup


def deal(setup: Setup[Options], chance: Chance) -> list[Event]:
    """Return the facts for the first bomb and its first turn, up to the first question."""
    return apply_until_asked(blank(setup), dealing.deal_opening(setup, chance), chance)[0]


def asks(state: State) -> tuple[Ask[Action], ...]:
    """Return a sealed window for all seats, or one question to the holder."""
    if windows.is_open(state):
        return windows.ask_all_seats(state)
    if state.phase == "tinker":
        return tinkering.ask_holder(state)
    return quirk_asks(state) if find_asking_quirk(state) is not None else ()


def awaited(state: State) -> Ask[Action] | None:
    """Return the next of these questions."""
    return windows.get_next_question(state) if windows.is_open(state) else next(iter(asks(state)), None)


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return what the seat can answer now. It's empty if the seat isn't asked."""
    if windows.is_open(state):
        return windows.list_legal_actions(state, seat)
    if seat != state.holder:
        return ()
    if state.phase == "tinker":
        return tinkering.list_legal_actions(state)
    return quirk_legal(state) if find_asking_quirk(state) is not None else ()


def decide(state: State, seat: Seat, action: Action, chance: Chance) -> list[Event]:
    """Return the facts that follow from a legal action."""
    return moved(state, seat, action, chance)[0]


def moved(state: State, seat: Seat, action: Action, chance: Chance) -> tuple[list[Event], State]:
    """Return the facts that follow from a legal action, and the table after them."""
    return apply_until_asked(state, _resolve_action(state, seat, action, chance), chance)


def _resolve_action(state: State, seat: Seat, action: Action, chance: Chance) -> list[Event]:
    match action:
        case Pass() | Play() | Claim():
            return [events.Noted((seat,), seat, action)]
        case BuyOff() | Lift():
            return [events.Noted((seat,), seat, action), *_resolve_aside(state, seat, action)]
        case Close():
            return windows.close_window(state, chance)
        case Tinker():
            return tinkering.tinker_with_bomb(state, action, chance)
        case Skip():
            return tinkering.skip_tinkering(state)
        case Obey() | Pay() | Drop():
            return resolve_quirk(state, action, chance)


def _resolve_aside(state: State, seat: Seat, action: BuyOff | Lift) -> list[Event]:
    """Return the facts of an action that is paid for at once while the question stays open (K64)."""
    card = state.risen[seat]
    if card is None:
        return []
    if isinstance(action, Lift):
        return [events.Fined(seat, card), events.Looked((seat,), state.inside)]
    # A holder without the Blindfold can look again.
    blind = seat == state.holder and not can_see_inside(state, seat)
    return [events.BoughtOff(seat, card), *([events.Looked((seat,), state.inside)] if blind else [])]
