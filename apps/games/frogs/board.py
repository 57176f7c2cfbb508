"""What the templates of Lunar Laser Frogs draw, made from what the observer knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict as fields

from apps.games.frogs.card_values import Worth, worth_now
from apps.games.frogs.cards import KINDS, SHOWS, Colour, Kind, cards_each, laps
from apps.games.frogs.dice import Group, grouped, missing
from apps.games.frogs.reveal import Reveal, revealed
from apps.games.frogs.rules import asks, legal
from apps.games.frogs.state import Copy, Dice, Event, Rolled, State, Throw, Thrown, Wait, Window
from apps.kernel.table import Observer, Seat


class Lying(Struct, frozen=True):
    """A card in the pile."""

    place: int
    """Counted from 1, the first card thrown."""
    seat: Seat
    window: Window
    opens: bool
    """Whether it is the first card of its window."""
    kind: Kind | None
    """None while it lies face down, except for who threw it."""


class Held(Struct, frozen=True):
    """One of the observer's own five cards."""

    kind: Kind
    worth: Worth
    throws: bool
    """Whether it may be thrown now."""
    chosen: int
    """1 or 2 if it is (the second part of) the sealed answer, else 0."""
    place: int
    """Where it lies in the pile, else 0."""


class Split(Struct, frozen=True):
    """How many dice fall when."""

    first: int
    second: int
    third: int
    chosen: bool


class Target(Struct, frozen=True):
    """Somebody whose points may be copied."""

    seat: Seat
    places: tuple[int, ...]


class Plate(Struct, frozen=True):
    """What everybody may count of a seat."""

    seat: Seat
    active: bool
    next: bool
    places: tuple[int, ...]
    """Where its cards lie in the pile."""
    holds: int
    """How many cards it still has to throw in this turn."""
    score: int
    gain: int | None
    """What it took in the last turn that was scored."""


class Board(Struct, frozen=True):
    """The table as the observer sees it."""

    turn: int
    turns: int
    """How many are planned; a turn beyond was added because of a tie."""
    seat: Seat
    active: bool
    """Whether the observer has the dice."""
    window: Window
    closed: bool
    throws: tuple[Group, ...]
    left: int
    """Dice still in the hand."""
    missing: tuple[Colour, ...]
    """Colours no die shows: lasered if all dice lie, else only absent so far."""
    pile: tuple[Lying, ...]
    to_come: int
    """Cards that are still to be thrown in this turn."""
    plates: tuple[Plate, ...]
    hand: tuple[Held, ...]
    """The observer's own cards, in the order of the rules."""
    both: bool
    """Whether the observer may throw two cards at once."""
    must: int
    """How many cards the observer must throw now (last window), else 0."""
    can_wait: bool
    waited: bool
    """Whether the sealed answer is to wait."""
    then: Kind | None
    """The second card of the sealed answer."""
    splits: tuple[Split, ...]
    targets: tuple[Target, ...]
    last: Reveal | None


def board(state: State, observer: Observer) -> Board:
    """The table as the observer sees it."""
    setup, seat = state.setup, observer if isinstance(observer, int) else None
    asked = seat is not None and any(ask.seat == seat for ask in asks(state))
    mine = tuple(legal(state, seat)) if seat is not None and asked else ()
    reply = next((each for each in reversed(state.replies) if each.seat == seat), None)
    throws = [action for action in mine if isinstance(action, Throw)]
    alone = any(action.then is None for action in throws)
    pile = _pile(state.pile)
    cards = cards_each(setup.seats)
    return Board(
        turn=state.turn,
        turns=setup.seats * laps(setup.options, setup.seats),
        seat=state.seat,
        active=seat == state.seat,
        window=state.window,
        closed=state.closed,
        throws=grouped(state.faces, state.fell, state.plan if seat == state.seat else None),
        left=state.faces.count(None),
        missing=missing(state.faces),
        pile=pile,
        to_come=cards * (setup.seats - 1) - len(pile),
        plates=tuple(_plate(state, each, cards) for each in setup.everyone()),
        hand=_hand(state, seat, throws, reply.cards if reply else ()) if seat is not None else (),
        both=any(action.then is not None for action in throws),
        must=0 if not throws or Wait() in mine else 1 if alone else 2,
        can_wait=Wait() in mine,
        waited=reply is not None and not reply.cards and Wait() in mine,
        then=reply.cards[1] if reply and len(reply.cards) > 1 else None,
        splits=tuple(
            Split(a.first, a.second, a.third, (a.first, a.second, a.third) == state.plan)
            for a in mine
            if isinstance(a, Dice)
        ),
        targets=tuple(
            sorted(
                (Target(a.seat, _places(state.pile, a.seat)) for a in mine if isinstance(a, Copy)),
                key=lambda target: target.places,
            )
        ),
        last=revealed(state),
    )


def words(event: Event) -> Mapping[str, Any]:
    """What the sentence of an event says beside who: numbers, seats, kinds and faces."""
    if isinstance(event, Rolled):
        return {"throw": event.throw, "faces": tuple(sorted(event.faces, key=_FACES.index))}
    return fields(event)


_FACES: Final = tuple(SHOWS)


def _pile(pile: Sequence[Thrown]) -> tuple[Lying, ...]:
    return tuple(
        Lying(place, card.seat, card.window, place == 1 or pile[place - 2].window != card.window, card.kind)
        for place, card in enumerate(pile, 1)
    )


def _places(pile: Sequence[Thrown], seat: Seat) -> tuple[int, ...]:
    return tuple(place for place, card in enumerate(pile, 1) if card.seat == seat)


def _plate(state: State, seat: Seat, cards: int) -> Plate:
    places = _places(state.pile, seat)
    return Plate(
        seat=seat,
        active=seat == state.seat and not state.over,
        next=seat == state.setup.after(state.seat) and not state.over,
        places=places,
        holds=0 if seat == state.seat or state.over else cards - len(places),
        score=state.scores[seat],
        gain=state.last.gains[seat] if state.last else None,
    )


def _hand(state: State, seat: Seat, throws: Sequence[Throw], reply: Sequence[Kind]) -> tuple[Held, ...]:
    lying = {card.kind: place for place, card in enumerate(state.pile, 1) if card.seat == seat}
    playable = {action.card for action in throws}
    return tuple(
        Held(
            kind=kind,
            worth=worth_now(state.faces, kind, len(state.pile)),
            throws=kind in playable,
            chosen=reply.index(kind) + 1 if kind in reply and kind in playable else 0,
            place=lying.get(kind, 0),
        )
        for kind in KINDS
    )
