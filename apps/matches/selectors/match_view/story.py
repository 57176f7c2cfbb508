"""The story of a match: its latest facts as sentences, for those who were told them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from apps.kernel.events import Announced
from apps.kernel.table import Seat
from apps.matches.engine import tenures, visibility
from apps.matches.engine.position import Position
from apps.matches.engine.projection import LoggedFact
from apps.matches.store.snapshots import LATEST

ANNOUNCED: Final = "matches/announced.html"
"""Where the house tells what it has to say."""


class Sentence(Struct, frozen=True):
    """One fact of the story, as its template needs it."""

    heard: int
    """The number of this fact among those the observer was told, from 1."""
    template: str
    """`fuse/story.html` or that of the house"""
    fact: str
    """Its block there: `laid`, `autopilot`."""
    words: Mapping[str, Any]
    """What the fact says beside who: numbers, the faces of named cards."""
    who: str
    """Name of who sat in the event's seat then, if it has one."""
    mine: bool
    """Whether that was the observer."""
    names: tuple[str, ...]
    """Of everybody who sat there then, in seat order."""
    cause: str
    """`deal`, `seat`, `clock`, `order`, `bot`, `house`: what made the move; empty if somebody's sealed answer did."""
    seat: Seat | None = None
    """The event's seat, if it has one: where things fly when the fact is played as a moment."""
    yours: bool = False
    """Whether it was done to the observer: theirs is the seat its words call `target`."""
    reader: Seat | None = None
    """The observer's seat, if they sat there then: lists of names call them “You”."""


def story(position: Position, now: tuple[str, ...]) -> tuple[Sentence, ...]:
    """The latest facts the observer was told, newest first, counted as they heard them; with what everybody is called
    `now`.
    """
    seats, heard = position.seats, position.projection.heard
    bit = visibility.bit(position.projection.observer)
    facts = [fact for fact in position.latest if not bit or fact.audience & bit][-LATEST:]
    handed = any(seated.before for seated in seats)
    return tuple(
        sentence(
            position,
            fact,
            heard - later,
            tenures.names(seats, fact.n) if handed else now,
            cause=fact.cause if not bit or fact.open_to & bit else "",
        )
        for later, fact in enumerate(reversed(facts))
    )


def sentence(position: Position, fact: LoggedFact, heard: int, names: tuple[str, ...], *, cause: str) -> Sentence:
    """One of them, the observer having heard it as this number, with what everybody was called then."""
    event, slug, observer = fact.event, position.match.game, position.addressed
    seat = getattr(event, "seat", None)
    seated = position.seats[seat] if seat is not None else None
    words: Mapping[str, Any]
    if isinstance(event, Announced):
        template, tag, words = ANNOUNCED, str(event.what), {"seconds": event.seconds}
        if event.what == "resigned" and seated is not None:
            words = {"gone": seated.at(fact.n).gone, "bot": tenures.bot_of(seated.seat, seated.chair.bot_number)}
    else:
        tag = str(event.__struct_config__.tag)
        template, words = f"{slug}/story.html", position.game.words(event)
    target = words.get("target")
    return Sentence(
        heard=heard,
        template=template,
        fact=tag,
        words=words,
        who=names[seat] if seat is not None else "",
        mine=seated is not None and seat == observer and fact.n >= seated.since,
        names=names,
        cause=cause,
        seat=seat,
        yours=target is not None and target == observer and fact.n >= position.seats[target].since,
        reader=observer if isinstance(observer, int) and fact.n >= position.seats[observer].since else None,
    )
