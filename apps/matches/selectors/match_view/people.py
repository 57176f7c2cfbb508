"""The people of a match as one observer sees them, and their open proposals."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from apps.common import clocks, faces
from apps.kernel.game import AnyAsk
from apps.kernel.table import Observer, Seat
from apps.matches.engine import bot_strength, deadlines, proposals
from apps.matches.engine.availability import Span
from apps.matches.engine.position import Position
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.models import Match
from apps.matches.store.seating import LoadedMatch


class Person(Struct, frozen=True):
    """The player or bot in a seat."""

    seat: Seat
    name: str
    face: str
    """The seed of their face."""
    bot: bool
    """Whether a bot sits here."""
    dealt: bool
    """Whether the seat was a bot's from the deal."""
    level: str
    """The name of the bot's strength; empty for a player."""
    program: bool
    """Whether the player is a bot with an account."""
    autopilot: bool
    """Whether a bot answers for the player until they return."""
    me: bool
    vacant: bool
    """Whether the table is looking for a substitute."""
    missing_at: datetime | None
    """From when it can, if a bot answers for the seat and it isn't looking yet."""
    away_until: datetime | None
    """The end of the player's current vacation, if the match waits for it."""
    ahead: Span | None
    """The player's next planned vacation, if the match will wait for it."""
    awaited: bool
    """Whether the seat is expected to answer and, as far as the observer knows, hasn't."""


class Proposed(Struct, frozen=True):
    """An open proposal at the table."""

    what: str
    about: int
    """The days of a pause."""
    seat: Seat | None
    """The seat that needs a substitute."""
    whose: str
    """The name of that seat's player; empty if no substitute is wanted."""
    by: str
    mine: bool
    """Whether the observer proposed it."""
    agreed: bool
    """Whether the observer has agreed."""
    wait_for: tuple[str, ...]
    """The names of those who haven't agreed yet."""


def build_people(position: Position, awaited: Sequence[AnyAsk]) -> tuple[Person, ...]:
    """Return everyone as seated at this position, and whether each is awaited as far as the observer knows."""
    match = position.match
    waits = match.vacations and deadlines.is_restful(match.pace)
    return tuple(_build_person(position, seated, awaited, waits=waits) for seated in position.seats)


def get_sitter_face(match: Match, seated: SeatedPlayer) -> str:
    """Return the seed of the current sitter's face."""
    level = bot_strength.get_bot_strength(match, seated.chair) if seated.now.bot else None
    return faces.get_avatar_seed(seated.name, seated.face, bot=level or "")


def _build_person(position: Position, seated: SeatedPlayer, awaited: Sequence[AnyAsk], *, waits: bool) -> Person:
    chair, seat, now = seated.chair, seated.seat, seated.now
    there = now if position.at is None else seated.at(position.at)
    level = bot_strength.get_bot_strength(position.match, chair) if there.bot else None
    return Person(
        seat=seat,
        name=there.name,
        face=faces.get_avatar_seed(there.name, seated.face if there == now else None, bot=level or ""),
        bot=there.bot,
        dealt=chair.dealt_to_bot,
        level=level.label if level else "",
        program=seated.program and there == now,
        autopilot=chair.autopilot and there == now,
        me=seat == position.addressed and (position.reader is None or there == now),
        vacant=chair.vacant,
        missing_at=proposals.missing_at(chair, position.match.pace),
        away_until=seated.away_until if waits else None,
        ahead=seated.ahead if waits else None,
        awaited=any(ask.seat == seat for ask in awaited),
    )


def build_open_proposals(match: Match, seats: Sequence[SeatedPlayer], observer: Observer) -> tuple[Proposed, ...]:
    """Return the open proposals for an observer who sits at the table."""
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
            wait_for=tuple(names[seat] for seat in sorted(proposals.list_unheard_voters(proposal, chairs))),
        )
        for proposal in proposals.list_open_proposals(match.proposals, clocks.now())
    )


def fingerprint_beside_facts(loaded: LoadedMatch) -> str:
    """Return a fingerprint of what the match's player sees besides facts."""
    return fingerprint_proposals(build_open_proposals(loaded.match, loaded.seats, loaded.observer))


def fingerprint_proposals(found: tuple[Proposed, ...]) -> str:
    """Return a fingerprint of the proposals; empty if there are none."""
    return f"{zlib.crc32(repr(found).encode()):08x}" if found else ""
