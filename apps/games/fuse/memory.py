"""An observer's memory of Fuse: the blank table, and how one fact changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from apps.games.fuse import state as fuse
from apps.games.fuse.cards import CardId, Options, sum_points
from apps.games.fuse.state import Boom, Cards, Event, Leaving, Played, Reply, State
from apps.kernel.fold import build_evolve, remove_value, replace_at
from apps.kernel.table import Seat, Setup
from apps.kernel.window import replace_answer


def blank(setup: Setup[Options]) -> State:
    """Return the table before the first deal."""
    nothing, none = ((),) * setup.seats, (0,) * setup.seats
    return State(
        setup, hands=nothing, bombs=none, taken=nothing, played=nothing, leavings=nothing, totals=none, defused=none
    )


def _apply_dealt(state: State, event: fuse.Dealt) -> State:
    return replace(
        blank(state.setup),
        bombs=(event.bombs,) * state.setup.seats,
        left=event.left,
        matchman=state.setup.options.matchman,
        starter=event.starter,
        seat=event.starter,
        turn=state.turn + 1,
        deal=event.deal,
        totals=state.totals,
        defused=state.defused,
    )


def _apply_laid(state: State, event: fuse.Laid) -> State:
    """Lay a fuse card. The code is inlined, because most facts of a match are of this kind."""
    seat, drew = event.seat, event.drew
    return replace(
        state,
        hands=_remove_from_hand(state.hands, seat, event.card),
        played=replace_at(state.played, seat, (*state.played[seat], event.card)),
        fuse=(*state.fuse, event.card),
        leavings=_add_leaving(state, seat, event.card),
        seat=(seat + 1) % state.setup.seats,
        turn=state.turn + 1,
        left=state.left - drew,
        pile=state.pile[drew:],
        short=None if drew else seat,
    )


def apply_laid_and_saw(state: State, event: fuse.Laid, saw: fuse.Saw) -> State:
    """Learn both facts of most moves at once, for observers who saw the card drawn."""
    seat = event.seat
    hands, played = [*state.hands], [*state.played]
    hands[seat] = (*remove_value(hands[seat], event.card), saw.card)
    played[seat] = (*played[seat], event.card)
    return replace(
        state,
        hands=tuple(hands),
        played=tuple(played),
        fuse=(*state.fuse, event.card),
        leavings=_add_leaving(state, seat, event.card),
        seat=(seat + 1) % state.setup.seats,
        turn=state.turn + 1,
        left=state.left - 1,
        pile=state.pile[1:],
        short=None,
    )


def _add_leaving(state: State, seat: Seat, card: CardId) -> tuple[tuple[Leaving, ...], ...]:
    """Add what the seat leaves for the next one by laying this card. Starting a fuse leaves nothing to bomb.

    Tables that were stored before this existed stay unchanged.
    """
    leavings, bombs = state.leavings, state.bombs
    everyone = sum(bombs)
    if not state.fuse or not leavings or not bombs[seat] or everyone == bombs[seat]:
        return leavings
    points = sum_points((*state.fuse, *state.beside, card))
    return replace_at(leavings, seat, (*leavings[seat], Leaving(points, state.left, everyone)))


def _apply_relit(state: State, event: fuse.Relit) -> State:
    return _play_and_draw(state, event, matchman=False, cut_by=None, replies=(), **_next_turn(state))


def _laid_beside(state: State, event: Played, **more: object) -> State:
    return _play_and_draw(state, event, beside=(*state.beside, event.card), **more)


def _apply_exploded(state: State, event: fuse.Exploded) -> State:
    seat = event.seat
    boom = Boom(len(state.played[seat]), event.points)
    return replace(
        state,
        booms=replace_at(state.booms or (None,) * state.setup.seats, seat, boom),
        bombs=replace_at(state.bombs, seat, state.bombs[seat] - 1),
        taken=replace_at(state.taken, seat, state.taken[seat] + state.fuse + state.beside),
        fuse=(),
        beside=(),
        **_next_turn(state),
    )


def _apply_scored(state: State, event: fuse.Scored) -> State:
    return replace(
        state,
        hands=event.hands,
        totals=tuple(map(int.__add__, state.totals, event.scores)),
        defused=tuple(map(int.__add__, state.defused, event.defused)),
        ended=event.why,
    )


def _play_and_draw(state: State, event: Played, **more: object) -> State:
    """Play a card from the hand and draw one at once, unless it was the time bomb."""
    seat = event.seat
    return replace(
        state,
        hands=_remove_from_hand(state.hands, seat, event.card),
        played=replace_at(state.played, seat, (*state.played[seat], event.card)),
        left=state.left - event.drew,
        pile=state.pile[event.drew :],
        short=None if event.drew else seat,
        **more,
    )


def _next_turn(state: State) -> dict[str, int]:
    return {"seat": (state.seat + 1) % state.setup.seats, "turn": state.turn + 1}


def _remove_from_hand(hands: tuple[Cards, ...], seat: Seat, card: CardId) -> tuple[Cards, ...]:
    """Return the hands without a card. If the observer hasn't seen it there, they stay unchanged."""
    hand = hands[seat]
    return replace_at(hands, seat, remove_value(hand, card)) if hand else hands


evolve: Final[Callable[[State, Event], State]] = build_evolve(
    {
        fuse.Dealt: _apply_dealt,
        fuse.Shuffled: lambda state, event: replace(state, pile=event.pile),
        fuse.Received: lambda state, event: replace(state, hands=replace_at(state.hands, event.to[0], event.cards)),
        fuse.Laid: _apply_laid,
        fuse.Snuffed: lambda state, event: _laid_beside(state, event, cut_by=event.seat if event.window else None),
        fuse.Died: lambda state, _: replace(state, fuse=(), cut_by=None, replies=(), **_next_turn(state)),
        fuse.Replied: lambda state, event: replace(
            state, replies=replace_answer(state.replies, Reply(event.seat, event.strike))
        ),
        fuse.Relit: _apply_relit,
        fuse.Exploded: _apply_exploded,
        fuse.Paid: _laid_beside,
        fuse.Gave: lambda state, event: _laid_beside(state, event, **_next_turn(state)),
        fuse.Drew: lambda state, _: replace(state, short=None, left=state.left - 1, pile=state.pile[1:]),
        fuse.Saw: lambda state, event: replace(
            state, hands=replace_at(state.hands, event.seat, (*state.hands[event.seat], event.card))
        ),
        fuse.TimedOut: lambda state, _: replace(state, left=state.left - 1, pile=state.pile[1:]),
        fuse.Scored: _apply_scored,
    }
)
