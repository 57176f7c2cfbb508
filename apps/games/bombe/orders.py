"""The answers of Die Bombe's standing orders, from what their seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from apps.games.bombe.bidding import get_allowed_bids
from apps.games.bombe.bombing import get_silent_action
from apps.games.bombe.cards import FACES, Colour, is_bomb, select_best_cards
from apps.games.bombe.rules import legal
from apps.games.bombe.state import Action, Bid, Choose, Condition, Drop, Lay, Order, Pick, Raise, State
from apps.kernel.table import Seat


def obey(state: State, seat: Seat, order: Order) -> Action | None:
    """Return the order's answer to the seat's open question, or None if it has none that is legal now."""
    possible = legal(state, seat)
    for action in _list_ordered_actions(state, seat, order):
        if action is None or action in possible:
            return action
    return None


def _list_ordered_actions(state: State, seat: Seat, order: Order) -> Iterator[Action | None]:
    """Yield the order's answers, first choice first. None means that the seat is asked."""
    match order:
        case Raise():
            yield _obey_raise(state, seat, order)
        case Pick():
            yield _obey_pick(state, order)
        case Drop():
            for place in (order.first, order.then, order.last):
                yield _obey_drop(state, place)


def _obey_raise(state: State, seat: Seat, order: Raise) -> Bid | None:
    """Return the order's first bid. It doesn't make rebids, because a tie is worth its own decision."""
    if state.again or seat not in state.bidders or not _is_condition_met(state, seat, order.only):
        return None
    bids = get_allowed_bids(state)
    return Bid(order.amount, min(max(order.tie or order.amount, bids.lowest_tie(order.amount)), bids.ties))


def _obey_pick(state: State, order: Pick) -> Choose | None:
    """Return the order's choice. If both cards are worth the same, neither is better, and the seat is asked."""
    if order.which == "ask":
        return None
    if order.which == "better":
        better = select_best_cards(state.open)
        return Choose(better[0]) if len(better) == 1 else None
    return Choose(order.which)


def _obey_drop(state: State, place: str) -> Action | None:
    if state.bomber is None or place == "ask":
        return None
    if place == "leader":
        return get_silent_action(state)
    seat, _, colour = place.partition(":")
    return Lay(Seat(int(seat)), cast("Colour", colour))


def _is_condition_met(state: State, seat: Seat, only: Condition) -> bool:
    better = [FACES[card] for card in select_best_cards(state.cards)]
    bomb = "yes" if any(map(is_bomb, state.cards)) else "no"
    return (
        only.minus <= state.minus[seat]
        and only.better <= max((face.points for face in better), default=0)
        and (only.colour == "any" or any(face.kind == only.colour for face in better))
        and only.bomb in ("any", bomb)
    )
