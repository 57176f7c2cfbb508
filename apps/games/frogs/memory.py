"""An observer's memory of Lunar Laser Frogs: the blank table, and how one fact changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from apps.games.frogs import state as events
from apps.games.frogs.cards import THROWS, Options, cards_each
from apps.games.frogs.state import Event, Reply, Reveal, State, Thrown
from apps.kernel.fold import fold, put
from apps.kernel.known import known
from apps.kernel.table import Setup
from apps.kernel.window import changed


def blank(setup: Setup[Options]) -> State:
    """Return the table before the first turn."""
    return State(setup, scores=(0,) * setup.seats)


def _began(state: State, event: events.Began) -> State:
    """Start a turn. Only the results of the turn before are kept (L29, L30)."""
    return State(state.setup, state.scores, turn=event.turn, seat=event.seat, last=state.last)


def _planned(state: State, event: events.Planned) -> State:
    plan = (event.first, event.second, event.third)
    return replace(state, plan=plan, dozed=(*state.dozed, event.seat) if event.dozed else state.dozed)


def _replied(state: State, event: events.Replied) -> State:
    """Store a reply. The same reply again keeps its place in the order, so a double click costs nothing."""
    reply = Reply(event.seat, event.cards)
    if reply in state.replies:
        return state
    dozed = (*state.dozed, event.seat) if event.dozed else state.dozed
    return replace(state, replies=changed(state.replies, reply), dozed=dozed)


def _landed(state: State, event: events.Landed) -> State:
    """Put cards on the pile, with their kinds if the observer knows the replies."""
    known = {reply.seat: iter(reply.cards) for reply in state.replies}
    pile = state.pile
    for seat in event.seats:
        kind = next(known[seat], None) if seat in known else None
        pile = (*pile, Thrown(seat, event.window, kind))
    closed = event.window == THROWS
    return replace(state, replies=(), shut=False, pile=pile, closed=closed)


def _rolled(state: State, event: events.Rolled) -> State:
    faces, fell = list(state.faces), list(state.fell)
    for die, face in zip(event.dice, event.faces, strict=True):
        faces[die], fell[die] = face, event.throw
    closed = event.throw == THROWS and len(state.pile) == cards_each(state.setup.seats) * (state.setup.seats - 1)
    return replace(state, window=event.throw, faces=tuple(faces), fell=tuple(fell), closed=closed)


def _fined(state: State, event: events.Fined) -> State:
    scores = put(state.scores, event.seat, state.scores[event.seat] - 1)
    last = replace(state.last, fined=(*state.last.fined, event.seat)) if state.last else None
    return replace(state, scores=scores, last=last)


def _scored(state: State, event: events.Scored) -> State:
    pile = tuple([Thrown(card.seat, card.window, kind) for card, kind in zip(state.pile, event.cards, strict=True)])
    last = Reveal(
        turn=state.turn,
        seat=event.seat,
        whom=known(state.copied),
        faces=tuple([known(face) for face in state.faces]),
        fell=state.fell,
        pile=pile,
        points=event.points,
        gains=event.gains,
    )
    return replace(state, scores=tuple(map(int.__add__, state.scores, event.gains)), pile=pile, last=last)


evolve: Final[Callable[[State, Event], State]] = fold(
    {
        events.Began: _began,
        events.Planned: _planned,
        events.Replied: _replied,
        events.Shut: lambda state, _: replace(state, shut=True),
        events.Landed: _landed,
        events.Rolled: _rolled,
        events.Copied: lambda state, event: replace(state, copied=event.whom),
        events.Fined: _fined,
        events.Scored: _scored,
        events.Won: lambda state, event: replace(state, over=event.why),
    }
)
