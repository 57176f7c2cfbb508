"""Reasons for an answer: the dice on the table, the cards in the pile, and the dice still to be rolled."""

from __future__ import annotations

from apps.games.frogs.card_values import worth_now
from apps.games.frogs.cards import DICE, ROLLS_PER_TURN, Kind
from apps.games.frogs.guesses import guess_pile
from apps.games.frogs.state import Action, Copy, Dice, State, Throw, Wait
from apps.kernel.game import TRIED, Reason
from apps.kernel.table import Seat


def because(state: State, _seat: Seat, action: Action) -> Reason:
    """Return the plainest reason that is true."""
    match action:
        case Throw(card):
            return _explain_throw(state, card)
        case Wait():
            return Reason("wait", {"dice": state.faces.count(None)})
        case Dice(first, second, third) if first == second == third:
            return Reason("even")
        case Dice(first, _, third) if first != third:
            return Reason("early" if first > third else "late", {"first": first, "third": third})
        case Dice():
            return Reason("middle")
        case Copy(whom):
            return _explain_copy(state, whom)
    return TRIED


def _explain_throw(state: State, kind: Kind) -> Reason:
    """Return the reason for a throw. If it has two cards, it's about the first."""
    before, worth = len(state.pile), worth_now(state.faces, kind, len(state.pile))
    if kind == "grey":
        return Reason("grey", {"before": before}) if before else Reason("bet")
    says = {"colour": kind, "dice": worth.count}
    match worth.because:
        case "dice":
            return Reason("first" if not before else "dice", says)
        case "blanks" | "maybe" if worth.count:
            return Reason("blanks", says)
        case "lasered":
            return Reason("lasered", says)
        case "away":
            return Reason("away", {"colour": kind, "dice": len(DICE)})
    return Reason("final" if state.window == ROLLS_PER_TURN else "bet")


def _explain_copy(state: State, whom: Seat) -> Reason:
    promised = guess_pile(state)[1]
    if promised[whom] == max(promised[seat] for seat in {card.seat for card in state.pile}):
        return Reason("richest", {"target": whom, "points": round(promised[whom])})
    if state.pile[0].seat == whom:
        return Reason("ahead", {"target": whom})
    return TRIED
