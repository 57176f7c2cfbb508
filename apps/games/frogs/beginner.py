"""A friendly beginner at Lunar Laser Frogs, who throws what the dice show now and forgets that others can be faster."""

from __future__ import annotations

from apps.games.frogs.cards import COLOURS, ROLLS_PER_TURN, SHOWS, Kind
from apps.games.frogs.rules import legal, list_held_cards
from apps.games.frogs.state import Action, Copy, Dice, State, Throw, Wait
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def naive(state: State, seat: Seat, luck: Chance) -> Action:
    """Choose a beginner's answer. How long to wait, and what to throw if nothing shows yet, vary at random."""
    if state.closed:
        return Copy(luck.pick("copy", sorted({card.seat for card in state.pile})))
    actions = legal(state, seat)
    if seat == state.seat:
        return luck.pick("dice", [act for act in actions if isinstance(act, Dice)])
    if state.window < ROLLS_PER_TURN and luck.roll("wait", ROLLS_PER_TURN + 1)[0] >= state.window:
        return Wait()
    card = _choose_liked_card(state, list_held_cards(state, seat), luck)
    return next(act for act in actions if isinstance(act, Throw) and act.card == card)


def _choose_liked_card(state: State, hand: tuple[Kind, ...], luck: Chance) -> Kind:
    """Return the colour that shows most often, give or take two dice. Other cards count as if one die showed them."""
    often: dict[Kind, int] = {
        colour: sum(face is not None and colour in SHOWS[face] for face in state.faces) for colour in COLOURS
    }
    likes = [often.get(card, 1) + whim for card, whim in zip(hand, luck.roll("whim", 3, len(hand)), strict=True)]
    return hand[likes.index(max(likes))]
