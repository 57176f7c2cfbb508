"""The answers of Lunar Laser Frogs' standing orders, from what their seat knows."""

from __future__ import annotations

from apps.games.frogs.cards import ROLLS_PER_TURN, SHOWS, Kind
from apps.games.frogs.rules import count_owed_cards, list_held_cards
from apps.games.frogs.state import Action, Copy, Dice, Line, Mimic, Order, Plan, Shake, State, Throw, Wait
from apps.kernel.table import Seat


def obey(state: State, seat: Seat, order: Order) -> Action | None:
    """Return the order's answer to the seat's open question. Callers must check whether it is legal now."""
    options = state.setup.options
    match order:
        case Shake(split):
            return Dice(*map(int, split))
        case Mimic(whom) if state.pile:
            return Copy(state.pile[0].seat if whom == "first" else state.pile[-1].seat if whom == "last" else whom)
        case Plan() if seat != state.seat and order.turn in (0, state.turn) and options.order != "arrival":
            cards = _list_plan_cards(state, seat, order)
            return Throw(*cards) if cards else Wait()
    return None


def _list_plan_cards(state: State, seat: Seat, plan: Plan) -> list[Kind]:
    """Return the cards of the lines that fit. In the last window, add others until all owed cards are thrown."""
    lines = (plan.one, plan.two, plan.three, plan.four)
    wanted = [line.card for line in lines if line is not None and _is_line_met(state, seat, line)]
    hand = list_held_cards(state, seat)
    if state.window == ROLLS_PER_TURN:
        wanted += (card for card in (plan.last, plan.last_two, *hand) if card is not None)
    return [card for card in dict.fromkeys(wanted) if card in hand][: count_owed_cards(state).get(seat, 0)]


def _is_line_met(state: State, seat: Seat, line: Line) -> bool:
    if line.window not in ("any", str(state.window)):
        return False
    lying = [face for face in state.faces if face is not None]
    coloured = sum(line.colour in SHOWS[face] for face in lying)
    match line.when:
        case "missing":
            return not coloured
        case "count":
            return coloured >= line.least
        case "blanks":
            return lying.count("blank") >= line.least
        case "thrown":
            return sum(card.seat != seat for card in state.pile) >= line.least
    return True
