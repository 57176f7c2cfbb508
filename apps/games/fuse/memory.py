"""What an observer of Fuse remembers: the blank table, and how one fact changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from apps.games.fuse.cards import MATCHMAN, CardId, Options
from apps.games.fuse.state import (
    Cards,
    Dealt,
    Died,
    Drew,
    Event,
    Exploded,
    Gave,
    Laid,
    Paid,
    Received,
    Relit,
    Replied,
    Saw,
    Scored,
    Shuffled,
    Snuffed,
    State,
    TimedOut,
)
from apps.kernel.table import Seat, Setup


def blank(setup: Setup[Options]) -> State:
    """The table before the first deal."""
    nothing, none = ((),) * setup.seats, (0,) * setup.seats
    return State(setup, hands=nothing, bombs=none, taken=nothing, totals=none, defused=none)


def evolve(state: State, event: Event) -> State:
    """The table after one more fact."""
    return _LEARN[type(event)](state, event)


def _dealt(state: State, event: Dealt) -> State:
    seats = state.setup.seats
    return replace(
        state,
        hands=((),) * seats,
        bombs=(event.bombs,) * seats,
        taken=((),) * seats,
        pile=(),
        left=event.left,
        fuse=(),
        beside=(),
        short=None,
        matchman=state.setup.options.matchman,
        starter=event.starter,
        seat=event.starter,
        turn=state.turn + 1,
        deal=event.deal,
        ended=None,
    )


def _shuffled(state: State, event: Shuffled) -> State:
    return replace(state, pile=event.pile)


def _received(state: State, event: Received) -> State:
    return replace(state, hands=_put(state.hands, event.to[0], event.cards))


def _laid(state: State, event: Laid) -> State:
    seat, card = event.seat, event.card
    hands = state.hands
    return replace(
        state,
        hands=_without(hands, seat, card) if hands[seat] else hands,
        fuse=(*state.fuse, card),
        seat=(seat + 1) % state.setup.seats,
        turn=state.turn + 1,
        left=state.left - event.drew,
        pile=state.pile[event.drew :],
        short=None if event.drew else seat,
    )


def _snuffed(state: State, event: Snuffed) -> State:
    return _lay_beside(state, event, cut_by=event.seat if event.window else None)


def _paid(state: State, event: Paid) -> State:
    return _lay_beside(state, event)


def _gave(state: State, event: Gave) -> State:
    return _lay_beside(state, event, **_next_turn(state))


def _died(state: State, _: Died) -> State:
    return replace(state, fuse=(), cut_by=None, replies=(), **_next_turn(state))


def _replied(state: State, event: Replied) -> State:
    others = tuple(reply for reply in state.replies if reply[0] != event.seat)
    return replace(state, replies=(*others, (event.seat, event.strike)))


def _relit(state: State, event: Relit) -> State:
    return replace(
        state,
        hands=_without(state.hands, event.seat, MATCHMAN),
        left=state.left - event.drew,
        pile=state.pile[event.drew :],
        short=None if event.drew else event.seat,
        matchman=False,
        cut_by=None,
        replies=(),
        **_next_turn(state),
    )


def _exploded(state: State, event: Exploded) -> State:
    seat = event.seat
    return replace(
        state,
        bombs=tuple(left - (each == seat) for each, left in enumerate(state.bombs)),
        taken=_put(state.taken, seat, state.taken[seat] + state.fuse + state.beside),
        fuse=(),
        beside=(),
        **_next_turn(state),
    )


def _drew(state: State, _: Drew) -> State:
    return replace(state, short=None, left=state.left - 1, pile=state.pile[1:])


def _saw(state: State, event: Saw) -> State:
    seat = event.seat
    return replace(state, hands=_put(state.hands, seat, (*state.hands[seat], event.card)))


def _timed_out(state: State, _: TimedOut) -> State:
    return replace(state, left=state.left - 1, pile=state.pile[1:])


def _scored(state: State, event: Scored) -> State:
    return replace(
        state,
        hands=event.hands,
        totals=tuple(map(int.__add__, state.totals, event.scores)),
        defused=tuple(map(int.__add__, state.defused, event.defused)),
        ended=event.why,
    )


_LEARN: Final[Mapping[type, Callable[[State, Any], State]]] = {
    Shuffled: _shuffled,
    Dealt: _dealt,
    Received: _received,
    Laid: _laid,
    Snuffed: _snuffed,
    Died: _died,
    Replied: _replied,
    Relit: _relit,
    Exploded: _exploded,
    Paid: _paid,
    Gave: _gave,
    Drew: _drew,
    Saw: _saw,
    TimedOut: _timed_out,
    Scored: _scored,
}


def _lay_beside(state: State, event: Snuffed | Paid | Gave, **more: Any) -> State:
    seat, card = event.seat, event.card
    return replace(
        state,
        hands=_without(state.hands, seat, card),
        beside=(*state.beside, card),
        left=state.left - event.drew,
        pile=state.pile[event.drew :],
        short=None if event.drew else seat,
        **more,
    )


def _next_turn(state: State) -> dict[str, int]:
    return {"seat": (state.seat + 1) % state.setup.seats, "turn": state.turn + 1}


def _without(hands: tuple[Cards, ...], seat: Seat, card: CardId) -> tuple[Cards, ...]:
    """The hands without a card; unchanged for who has not seen it there."""
    hand = hands[seat]
    if card not in hand:
        return hands
    kept = list(hand)
    kept.remove(card)
    changed = list(hands)
    changed[seat] = tuple(kept)
    return tuple(changed)


def _put(piles: tuple[Cards, ...], seat: Seat, cards: Cards) -> tuple[Cards, ...]:
    changed = list(piles)
    changed[seat] = cards
    return tuple(changed)
