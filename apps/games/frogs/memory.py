"""An observer's memory of Lunar Laser Frogs: the blank table, and how one fact changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from apps.games.frogs import state as events
from apps.games.frogs.cards import ROLLS_PER_TURN, Options, cards_each
from apps.games.frogs.state import Event, Reply, Reveal, State, Thrown
from apps.kernel.fold import build_evolve, replace_at
from apps.kernel.known import require_known
from apps.kernel.table import Setup
from apps.kernel.window import replace_answer


def blank(setup: Setup[Options]) -> State:
    """Return the table before the first turn."""
    return State(setup, scores=(0,) * setup.seats)


def _apply_began(state: State, event: events.Began) -> State:
    """Start a turn. Only the results of the turn before are kept (L29, L30)."""
    return State(state.setup, state.scores, turn=event.turn, seat=event.seat, last=state.last)


def _apply_planned(state: State, event: events.Planned) -> State:
    plan = (event.first, event.second, event.third)
    return replace(state, plan=plan, dozed=(*state.dozed, event.seat) if event.dozed else state.dozed)


def _apply_replied(state: State, event: events.Replied) -> State:
    """Store a reply. The same reply again keeps its place in the order, so a double click costs nothing."""
    reply = Reply(event.seat, event.cards)
    if reply in state.replies:
        return state
    dozed = (*state.dozed, event.seat) if event.dozed else state.dozed
    return replace(state, replies=replace_answer(state.replies, reply), dozed=dozed)


def _apply_landed(state: State, event: events.Landed) -> State:
    """Put cards on the pile, with their kinds if the observer knows the replies."""
    known = {reply.seat: iter(reply.cards) for reply in state.replies}
    pile = state.pile
    for seat in event.seats:
        kind = next(known[seat], None) if seat in known else None
        pile = (*pile, Thrown(seat, event.window, kind))
    closed = event.window == ROLLS_PER_TURN
    return replace(state, replies=(), shut=False, pile=pile, closed=closed)


def _apply_rolled(state: State, event: events.Rolled) -> State:
    faces, fell = list(state.faces), list(state.fell)
    for die, face in zip(event.dice, event.faces, strict=True):
        faces[die], fell[die] = face, event.throw
    closed = event.throw == ROLLS_PER_TURN and len(state.pile) == cards_each(state.setup.seats) * (
        state.setup.seats - 1
    )
    return replace(state, window=event.throw, faces=tuple(faces), fell=tuple(fell), closed=closed)


def _apply_fined(state: State, event: events.Fined) -> State:
    scores = replace_at(state.scores, event.seat, state.scores[event.seat] - 1)
    last = replace(state.last, fined=(*state.last.fined, event.seat)) if state.last else None
    return replace(state, scores=scores, last=last)


def _apply_scored(state: State, event: events.Scored) -> State:
    pile = tuple([Thrown(card.seat, card.window, kind) for card, kind in zip(state.pile, event.cards, strict=True)])
    last = Reveal(
        turn=state.turn,
        seat=event.seat,
        whom=require_known(state.copied),
        faces=tuple([require_known(face) for face in state.faces]),
        fell=state.fell,
        pile=pile,
        points=event.points,
        gains=event.gains,
    )
    return replace(state, scores=tuple(map(int.__add__, state.scores, event.gains)), pile=pile, last=last)


evolve: Final[Callable[[State, Event], State]] = build_evolve(
    {
        events.Began: _apply_began,
        events.Planned: _apply_planned,
        events.Replied: _apply_replied,
        events.Shut: lambda state, _: replace(state, shut=True),
        events.Landed: _apply_landed,
        events.Rolled: _apply_rolled,
        events.Copied: lambda state, event: replace(state, copied=event.whom),
        events.Fined: _apply_fined,
        events.Scored: _apply_scored,
        events.Won: lambda state, event: replace(state, over=event.why),
    }
)
