"""An observer's memory of Die Bombe: the blank table, and how one fact changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from apps.games.bombe import state as bombe
from apps.games.bombe.bidding import compute_bid_places, list_tiebreak_bids, select_highest_bids
from apps.games.bombe.cards import LOTS, Options, is_bomb, is_red
from apps.games.bombe.state import Event, Lot, Offer, Stacks, State
from apps.kernel.fold import build_evolve, remove_value, replace_at
from apps.kernel.table import Seat, Setup
from apps.kernel.window import replace_answer

_ALL_SEATS: Final = tuple(map(Seat, range(6)))


def blank(setup: Setup[Options]) -> State:
    """Return the table before the first pair is laid out."""
    return State(setup, stacks=(Stacks(),) * setup.seats, minus=(0,) * setup.seats)


def _apply_offered(state: State, event: bombe.Offered) -> State:
    return replace(
        state,
        pile=state.pile[2:],
        left=2 * (LOTS - event.lot),
        bombs=state.bombs - sum(map(is_bomb, event.cards)),
        lot=event.lot,
        cards=event.cards,
        open=event.cards,
        bidders=_ALL_SEATS[: state.setup.seats],
        past=_list_past_lots(state),
        **_NO_BIDS,
    )


def _apply_opened(state: State, event: bombe.Opened) -> State:
    first, price, second = compute_bid_places(event.offers)
    return replace(
        state,
        offers=(*state.offers, event.offers),
        bidders=(),
        sealed=(),
        first=first,
        price=price,
        second=second,
    )


def _apply_tied(state: State, event: bombe.Tied) -> State:
    """Open a window, unless tiebreak bids have already broken the tie."""
    return replace(state, again=state.again + 1, bidders=event.seats if state.first is None else ())


def _apply_broken(state: State, event: bombe.Broken) -> State:
    """Keep the others tied for second place, unless there's only one (D-A3, D11)."""
    tied = select_highest_bids(state.offers[-1])
    if tied[0].tie:
        tied = select_highest_bids(list_tiebreak_bids(tied))
    others = [offer.seat for offer in tied if offer.seat != event.seat]
    second = others[0] if len(others) == 1 else None
    return replace(state, bidders=(), first=event.seat, price=tied[0].amount, second=second)


def _apply_took(state: State, event: bombe.Took) -> State:
    seat, card = event.seat, event.card
    minus = replace_at(state.minus, seat, state.minus[seat] + event.paid) if event.paid else state.minus
    took = card if len(state.open) == 2 else state.took
    left = remove_value(state.open, card)
    if is_bomb(card):
        return replace(state, open=left, minus=minus, took=took, bomber=seat, bomb=card)
    held = state.stacks[seat]
    more = Stacks((*held.red, card), held.green) if is_red(card) else Stacks(held.red, (*held.green, card))
    return replace(state, open=left, minus=minus, took=took, stacks=replace_at(state.stacks, seat, more))


def _apply_bombed(state: State, event: bombe.Bombed) -> State:
    red, green = state.stacks[event.target].red, state.stacks[event.target].green
    left = Stacks(remove_value(red, event.lost), remove_value(green, event.lost))
    return replace(state, stacks=replace_at(state.stacks, event.target, left), bomber=None, bomb=None)


_NO_BIDS: Final[Mapping[str, object]] = {
    "again": 0,
    "sealed": (),
    "offers": (),
    "first": None,
    "price": 0,
    "second": None,
    "took": None,
}
"""Fields of a lot without bids."""


def _list_past_lots(state: State) -> tuple[Lot, ...]:
    """Return the past lots, including the current one."""
    if not state.lot:
        return state.past
    lot = Lot(state.cards, state.offers, state.first, state.price, state.second, state.took)
    return (*state.past, lot)


evolve: Final[Callable[[State, Event], State]] = build_evolve(
    {
        bombe.Shuffled: lambda state, event: replace(state, pile=event.pile),
        bombe.Offered: _apply_offered,
        bombe.Sealed: lambda state, event: replace(
            state, sealed=replace_answer(state.sealed, Offer(event.seat, event.amount, event.tie))
        ),
        bombe.Opened: _apply_opened,
        bombe.Tied: _apply_tied,
        bombe.Broken: _apply_broken,
        bombe.Took: _apply_took,
        bombe.Bombed: _apply_bombed,
        bombe.Fizzled: lambda state, _: replace(state, bomber=None, bomb=None),
        bombe.Discarded: lambda state, event: replace(state, open=remove_value(state.open, event.card)),
        bombe.Counted: lambda state, _: replace(
            state, cards=(), open=(), bidders=(), past=_list_past_lots(state), over=True, **_NO_BIDS
        ),
    }
)
