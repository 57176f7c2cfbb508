"""What an observer of Lunar Laser Frogs remembers: the blank table, and how one fact changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from apps.games.frogs.cards import THROWS, Options, cards_each
from apps.games.frogs.state import (
    Began,
    Copied,
    Event,
    Fined,
    Landed,
    Planned,
    Replied,
    Reply,
    Reveal,
    Rolled,
    Scored,
    Shut,
    State,
    Thrown,
    Won,
)
from apps.kernel.table import Setup


def blank(setup: Setup[Options]) -> State:
    """The table before the first turn."""
    return State(setup, scores=(0,) * setup.seats)


def evolve(state: State, event: Event) -> State:
    """The table after one more fact."""
    return _LEARN[type(event)](state, event)


def _began(state: State, event: Began) -> State:
    """Nothing stays of the turn before but what it brought (L29, L30)."""
    return State(state.setup, state.scores, turn=event.turn, seat=event.seat, last=state.last)


def _planned(state: State, event: Planned) -> State:
    plan = (event.first, event.second, event.third)
    return replace(state, plan=plan, dozed=(*state.dozed, event.seat) if event.dozed else state.dozed)


def _replied(state: State, event: Replied) -> State:
    """Saying the same again keeps one's place among the replies: a double click must cost nobody anything."""
    reply = Reply(event.seat, event.cards)
    if reply in state.replies:
        return state
    others = tuple(each for each in state.replies if each.seat != event.seat)
    dozed = (*state.dozed, event.seat) if event.dozed else state.dozed
    return replace(state, replies=(*others, reply), dozed=dozed)


def _shut(state: State, _: Shut) -> State:
    return replace(state, shut=True)


def _landed(state: State, event: Landed) -> State:
    """The observer knows the kinds of the replies it knows."""
    known = {reply.seat: iter(reply.cards) for reply in state.replies}
    pile = state.pile
    for seat in event.seats:
        kind = next(known[seat], None) if seat in known else None
        pile = (*pile, Thrown(seat, event.window, kind))
    closed = event.window == THROWS
    return replace(state, replies=(), shut=False, pile=pile, closed=closed)


def _rolled(state: State, event: Rolled) -> State:
    faces, fell = list(state.faces), list(state.fell)
    for die, face in zip(event.dice, event.faces, strict=True):
        faces[die], fell[die] = face, event.throw
    closed = event.throw == THROWS and len(state.pile) == cards_each(state.setup.seats) * (state.setup.seats - 1)
    return replace(state, window=event.throw, faces=tuple(faces), fell=tuple(fell), closed=closed)


def _copied(state: State, event: Copied) -> State:
    return replace(state, copied=event.whom)


def _fined(state: State, event: Fined) -> State:
    scores = tuple(score - (seat == event.seat) for seat, score in enumerate(state.scores))
    last = replace(state.last, fined=(*state.last.fined, event.seat)) if state.last else None
    return replace(state, scores=scores, last=last)


def _scored(state: State, event: Scored) -> State:
    pile = tuple(Thrown(card.seat, card.window, kind) for card, kind in zip(state.pile, event.cards, strict=True))
    last = Reveal(
        turn=state.turn,
        seat=event.seat,
        whom=state.copied,  # type: ignore[arg-type]
        faces=state.faces,  # type: ignore[arg-type]
        fell=state.fell,
        pile=pile,
        points=event.points,
        gains=event.gains,
    )
    return replace(state, scores=tuple(map(int.__add__, state.scores, event.gains)), pile=pile, last=last)


def _won(state: State, event: Won) -> State:
    return replace(state, over=event.why)


_LEARN: Final[Mapping[type, Callable[[State, Any], State]]] = {
    Began: _began,
    Planned: _planned,
    Replied: _replied,
    Shut: _shut,
    Landed: _landed,
    Rolled: _rolled,
    Copied: _copied,
    Fined: _fined,
    Scored: _scored,
    Won: _won,
}
