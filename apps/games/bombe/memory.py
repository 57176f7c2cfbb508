"""An observer's memory of Die Bombe: the blank table, and how one fact changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from apps.games.bombe import state as bombe
from apps.games.bombe.bidding import blind, leaders, placed
from apps.games.bombe.cards import LOTS, Options, is_bomb, is_red
from apps.games.bombe.state import Event, Lot, Offer, Stacks, State
from apps.kernel.fold import fold, put, without
from apps.kernel.table import Seat, Setup
from apps.kernel.window import changed

_SEATS: Final = tuple(map(Seat, range(6)))


def blank(setup: Setup[Options]) -> State:
    """Return the table before the first pair is laid out."""
    return State(setup, stacks=(Stacks(),) * setup.seats, minus=(0,) * setup.seats)


def _offered(state: State, event: bombe.Offered) -> State:
    return replace(
        state,
        pile=state.pile[2:],
        left=2 * (LOTS - event.lot),
        bombs=state.bombs - sum(map(is_bomb, event.cards)),
        lot=event.lot,
        cards=event.cards,
        open=event.cards,
        bidders=_SEATS[: state.setup.seats],
        past=_past(state),
        **_NOBODY,
    )


def _opened(state: State, event: bombe.Opened) -> State:
    first, price, second = placed(event.offers)
    return replace(
        state,
        offers=(*state.offers, event.offers),
        bidders=(),
        sealed=(),
        first=first,
        price=price,
        second=second,
    )


def _tied(state: State, event: bombe.Tied) -> State:
    """Open a window, unless tiebreak bids have already broken the tie."""
    return replace(state, again=state.again + 1, bidders=event.seats if state.first is None else ())


def _broken(state: State, event: bombe.Broken) -> State:
    """Keep the others tied for second place, unless there's only one (D-A3, D11)."""
    tied = leaders(state.offers[-1])
    if tied[0].tie:
        tied = leaders(blind(tied))
    others = [offer.seat for offer in tied if offer.seat != event.seat]
    second = others[0] if len(others) == 1 else None
    return replace(state, bidders=(), first=event.seat, price=tied[0].amount, second=second)


def _took(state: State, event: bombe.Took) -> State:
    seat, card = event.seat, event.card
    minus = put(state.minus, seat, state.minus[seat] + event.paid) if event.paid else state.minus
    took = card if len(state.open) == 2 else state.took
    left = without(state.open, card)
    if is_bomb(card):
        return replace(state, open=left, minus=minus, took=took, bomber=seat, bomb=card)
    held = state.stacks[seat]
    more = Stacks((*held.red, card), held.green) if is_red(card) else Stacks(held.red, (*held.green, card))
    return replace(state, open=left, minus=minus, took=took, stacks=put(state.stacks, seat, more))


def _bombed(state: State, event: bombe.Bombed) -> State:
    red, green = state.stacks[event.target].red, state.stacks[event.target].green
    left = Stacks(without(red, event.lost), without(green, event.lost))
    return replace(state, stacks=put(state.stacks, event.target, left), bomber=None, bomb=None)


_NOBODY: Final[Mapping[str, Any]] = {
    "again": 0,
    "sealed": (),
    "offers": (),
    "first": None,
    "price": 0,
    "second": None,
    "took": None,
}
"""Fields of a lot without bids."""


def _past(state: State) -> tuple[Lot, ...]:
    """Return the past lots, including the current one."""
    if not state.lot:
        return state.past
    lot = Lot(state.cards, state.offers, state.first, state.price, state.second, state.took)
    return (*state.past, lot)


evolve: Final[Callable[[State, Event], State]] = fold(
    {
        bombe.Shuffled: lambda state, event: replace(state, pile=event.pile),
        bombe.Offered: _offered,
        bombe.Sealed: lambda state, event: replace(
            state, sealed=changed(state.sealed, Offer(event.seat, event.amount, event.tie))
        ),
        bombe.Opened: _opened,
        bombe.Tied: _tied,
        bombe.Broken: _broken,
        bombe.Took: _took,
        bombe.Bombed: _bombed,
        bombe.Fizzled: lambda state, _: replace(state, bomber=None, bomb=None),
        bombe.Discarded: lambda state, event: replace(state, open=without(state.open, event.card)),
        bombe.Counted: lambda state, _: replace(
            state, cards=(), open=(), bidders=(), past=_past(state), over=True, **_NOBODY
        ),
    }
)
