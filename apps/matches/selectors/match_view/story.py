"""The story of a match: its latest facts as sentences, for those who can see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from apps.kernel.events import Announced
from apps.kernel.table import Seat
from apps.matches.engine import tenures, visibility
from apps.matches.engine.position import Position
from apps.matches.engine.projection import LoggedFact
from apps.matches.store.snapshots import LATEST_FACTS

ANNOUNCEMENT_TEMPLATE: Final = "matches/announced.html"
"""The template of the server's announcements."""


class Sentence(Struct, frozen=True):
    """One fact of the story, as its template needs it."""

    heard: int
    """The number of this fact among those the observer can see, from 1."""
    template: str
    """`fuse/story.html`, or the shared one"""
    fact: str
    """The block for it there: `laid`, `autopilot`."""
    words: Mapping[str, object]
    """The fact's details besides the player: numbers, the faces of named cards."""
    who: str
    """The name of the sitter in the event's seat at that time, if it has one."""
    mine: bool
    """Whether that was the observer."""
    names: tuple[str, ...]
    """Everyone's name at that time, in seat order."""
    cause: str
    """What made the move: `deal`, `seat`, `clock`, `order`, `bot` or `house`; empty for others' sealed answers."""
    seat: Seat | None = None
    """The event's seat, if it has one: where things fly when the fact is played as a moment."""
    yours: bool = False
    """Whether it was done to the observer, whose seat is the fact's `target`."""
    reader: Seat | None = None
    """The observer's seat, if they sat there then: lists of names call them “You”."""


def build_story(position: Position, now: tuple[str, ...]) -> tuple[Sentence, ...]:
    """Return the latest facts the observer can see, newest first, numbered as they saw them.

    :param now: everyone's current name
    """
    seats, heard = position.seats, position.projection.heard
    bit = visibility.get_observer_bit(position.projection.observer)
    facts = [fact for fact in position.latest if not bit or fact.audience & bit][-LATEST_FACTS:]
    handed = any(seated.before for seated in seats)
    return tuple(
        build_sentence(
            position,
            fact,
            heard - later,
            tenures.list_sitter_names(seats, fact.n) if handed else now,
            cause=fact.cause if not bit or fact.open_to & bit else "",
        )
        for later, fact in enumerate(reversed(facts))
    )


def build_sentence(position: Position, fact: LoggedFact, heard: int, names: tuple[str, ...], *, cause: str) -> Sentence:
    """Return a fact as a sentence.

    :param heard: its number among the facts the observer saw
    :param names: everyone's name at that time
    """
    event, slug, observer = fact.event, position.match.game, position.addressed
    seat = getattr(event, "seat", None)
    seated = position.seats[seat] if seat is not None else None
    words: Mapping[str, object]
    if isinstance(event, Announced):
        template, tag, words = ANNOUNCEMENT_TEMPLATE, str(event.what), {"seconds": event.seconds}
        if event.what == "resigned" and seated is not None:
            words = {"gone": seated.at(fact.n).gone, "bot": tenures.bot_of(seated.seat, seated.chair.bot_number)}
    else:
        tag = str(event.__struct_config__.tag)
        template, words = f"{slug}/story.html", position.game.words(event)
    reader = observer if isinstance(observer, int) and fact.n >= position.seats[observer].since else None
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
        yours=reader is not None and words.get("target") == reader,
        reader=reader,
    )
