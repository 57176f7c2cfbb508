"""The people of a match as one observer sees them, and what they are asked to agree on."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from apps.common import faces
from apps.kernel.game import Ask
from apps.kernel.table import Observer, Seat
from apps.matches.engine import deadlines, opponents, proposals
from apps.matches.engine.availability import Span
from apps.matches.engine.position import Position
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.models import Match
from apps.matches.store.seating import LoadedMatch


class Person(Struct, frozen=True):
    """Who sits in a seat."""

    seat: Seat
    name: str
    face: str
    """The seed that what stands for them is drawn from."""
    bot: bool
    """The house's player sits here."""
    dealt: bool
    """The seat was the house's from the deal."""
    level: str
    """What the house's player is called for how well it plays; empty for a person."""
    autopilot: bool
    """A person's seat that its bot answers for, until they return."""
    me: bool
    vacant: bool
    """Whether the table looks for somebody to take the seat over."""
    missing_at: datetime | None
    """From when it may, if a bot answers for the seat and it does not yet."""
    away_until: datetime | None
    """Until when its player is on vacation, if they are and the match waits for that."""
    ahead: Span | None
    """From when until when they will be on the vacation they have planned next, under the same conditions."""
    awaited: bool
    """Whether the seat is asked and expected to reply and, as far as the observer knows, has not."""


class Proposed(Struct, frozen=True):
    """Something the table is asked to agree on."""

    what: str
    about: int
    """The days of a pause."""
    seat: Seat | None
    """For which somebody is wanted."""
    whose: str
    """Who sits there; empty if nobody is wanted."""
    by: str
    mine: bool
    """Whether the observer proposed it."""
    agreed: bool
    """Whether the observer has."""
    wait_for: tuple[str, ...]
    """Who has not yet."""


def people(position: Position, awaited: Sequence[Ask[Any]]) -> tuple[Person, ...]:
    """Everybody, as they sat there then, with who is awaited as far as the observer knows."""
    match = position.match
    waits = match.vacations and deadlines.restful(match.pace)
    return tuple(_person(position, seated, awaited, waits=waits) for seated in position.seats)


def _person(position: Position, seated: SeatedPlayer, awaited: Sequence[Ask[Any]], *, waits: bool) -> Person:
    chair, seat, now = seated.chair, seated.seat, seated.now
    there = now if position.at is None else seated.at(position.at)
    level = opponents.level(position.match, chair) if there.bot else None
    return Person(
        seat=seat,
        name=there.name,
        face=faces.shown(there.name, seated.face if there == now else None, bot=level or ""),
        bot=there.bot,
        dealt=chair.dealt_to_bot,
        level=level.label if level else "",
        autopilot=chair.autopilot and there == now,
        me=seat == position.addressed and (position.reader is None or there == now),
        vacant=chair.vacant,
        missing_at=proposals.missing_at(chair, position.match.pace),
        away_until=seated.away_until if waits else None,
        ahead=seated.ahead if waits else None,
        awaited=any(ask.seat == seat for ask in awaited),
    )


def proposed(match: Match, seats: Sequence[SeatedPlayer], observer: Observer) -> tuple[Proposed, ...]:
    """What the table is asked to agree on, for one who sits there."""
    if isinstance(observer, str) or not match.proposals:
        return ()
    names, chairs = [seated.name for seated in seats], [seated.chair for seated in seats]
    return tuple(
        Proposed(
            what=proposal.what,
            about=proposal.about,
            seat=Seat(proposal.about) if proposal.what == "substitute" else None,
            whose=names[proposal.about] if proposal.what == "substitute" else "",
            by=names[proposal.assents[0]],
            mine=proposal.assents[0] == observer,
            agreed=observer in proposal.assents,
            wait_for=tuple(names[seat] for seat in sorted(proposals.unheard(proposal, chairs))),
        )
        for proposal in proposals.read(match.proposals)
    )


def beside(loaded: LoadedMatch) -> str:
    """The fingerprint of what the player sees, for whom it was loaded, that no fact tells."""
    return fingerprint(proposed(loaded.match, loaded.seats, loaded.observer))


def fingerprint(found: tuple[Proposed, ...]) -> str:
    """Of what is proposed; empty if nothing is."""
    return f"{zlib.crc32(repr(found).encode()):08x}" if found else ""
