"""Reasons for an answer, as if the match ended now: what a card brings, and what a bomb costs."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from apps.games.bombe.bidding import get_allowed_bids
from apps.games.bombe.cards import CardId, Colour, is_bomb, is_red
from apps.games.bombe.scoring import flag_majority, get_stack, scores
from apps.games.bombe.state import Action, Bid, Cards, Choose, Lay, State
from apps.kernel.fold import replace_at
from apps.kernel.game import TRIED, Reason
from apps.kernel.table import Seat

_MAX_SMALL_BID: Final = 3
"""Highest bid that hardly hopes for more than second place."""


def because(state: State, seat: Seat, action: Action) -> Reason:
    """Return the plainest reason that is true."""
    match action:
        case Bid(amount):
            return _explain_bid(state, seat, amount)
        case Choose(card):
            return _explain_choice(state, seat, card)
        case Lay(target, colour):
            return _explain_bomb(state, seat, target, colour)
    return TRIED


def _explain_bid(state: State, seat: Seat, amount: int) -> Reason:
    gains = {card: _compute_card_gain(state, seat, card) for card in state.cards if not is_bomb(card)}
    if not gains:
        return Reason("bombs")
    card = max(gains, key=gains.__getitem__)
    gain, colour = gains[card], _get_colour(card)
    if amount > gain:
        return TRIED
    if amount <= max(_MAX_SMALL_BID, get_allowed_bids(state).lowest):
        return Reason("second", {"points": gain})
    kind = "most" if _makes_most(state, seat, colour) else "profit"
    return Reason(kind, {"colour": colour, "points": gain, "left": gain - amount})


def _explain_choice(state: State, seat: Seat, card: CardId) -> Reason:
    if is_bomb(card):
        return Reason("bomb")
    left = next(each for each in state.open if each != card)
    gain, colour = _compute_card_gain(state, seat, card), _get_colour(card)
    if _makes_most(state, seat, colour):
        return Reason("doubles", {"colour": colour, "points": gain})
    if not is_bomb(left) and gain > (other := _compute_card_gain(state, seat, left)):
        return Reason("more", {"points": gain, "other": other})
    if state.second is not None and (lost := _compute_card_gain(state, state.second, card)) > 0:
        return Reason("from", {"target": state.second, "points": lost, "own": gain})
    return Reason("brings", {"points": gain})


def _explain_bomb(state: State, seat: Seat, target: Seat, colour: Colour) -> Reason:
    cards = get_stack(state, target, colour)[:-1]
    before, after = scores(state), scores(_replace_stack(state, target, colour, cards))
    lost = before[target] - after[target]
    says = {"target": target, "points": lost, "colour": colour}
    if target == seat:
        return Reason("own", says)
    if (
        flag_majority(state, colour)[target]
        and not flag_majority(_replace_stack(state, target, colour, cards), colour)[target]
    ):
        return Reason("majority", says)
    if before[target] == max(before):
        return Reason("leader", says)
    return Reason("costs", says)


def _compute_card_gain(state: State, seat: Seat, card: CardId) -> int:
    """Return what a number card brings a seat if the match ended with it."""
    colour = _get_colour(card)
    after = _replace_stack(state, seat, colour, (*get_stack(state, seat, colour), card))
    return scores(after)[seat] - scores(state)[seat]


def _makes_most(state: State, seat: Seat, colour: Colour) -> bool:
    """Check whether one more card gives the seat the most cards of a colour that it doesn't lead yet, alone or tied."""
    counts = [len(get_stack(state, each, colour)) for each in state.setup.everyone()]
    return not flag_majority(state, colour)[seat] and counts[seat] + 1 >= max(counts)


def _replace_stack(state: State, seat: Seat, colour: Colour, cards: Cards) -> State:
    return replace(state, stacks=replace_at(state.stacks, seat, replace(state.stacks[seat], **{colour: cards})))


def _get_colour(card: CardId) -> Colour:
    return "red" if is_red(card) else "green"
