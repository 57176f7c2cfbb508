"""The messages of webhooks as data, and the shapes in which they're sent. Pure, apart from translation."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeAlias

import msgspec

from apps.webhooks.models import SECRET_PREFIX, Shape

MAX_CHAT_LETTERS: Final = 1_900
"""Maximum length of a message in a chat. Discord takes 2,000."""


class Place(msgspec.Struct, frozen=True):
    """The tournament or club that a message is about."""

    code: str
    name: str
    url: str


class Sitter(msgspec.Struct, frozen=True):
    """A player or bot in a seat."""

    name: str
    person: bool
    """False for house bots and for deleted accounts."""
    bot: bool = False
    """Whether a program plays with the account."""


class Match(msgspec.Struct, frozen=True):
    """A match. Lists are in seat order."""

    code: str
    game: str
    url: str
    seats: list[Sitter]
    begun_at: datetime
    over_at: datetime | None = None
    places: list[int] | None = None
    """Null before the end or without a result."""
    scores: list[int] | None = None
    occasion: str = ""
    """The event that the match belongs to."""


class Table(msgspec.Struct, frozen=True):
    """A table of a round."""

    number: int
    entrants: list[str]


class Round(msgspec.Struct, frozen=True):
    """A published round."""

    number: int
    url: str
    published_at: datetime
    ends_at: datetime | None
    tables: list[Table]
    byes: list[str]


class Line(msgspec.Struct, frozen=True):
    """A line of the final standings."""

    place: int
    name: str


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """The part that every message has."""

    text: str
    """One sentence in the language of the webhook."""
    url: str
    """The page that shows it."""
    tournament: Place | None = None
    club: Place | None = None


class RoundData(Source, frozen=True, kw_only=True):
    """A round was published."""

    round: Round


class MatchData(Source, frozen=True, kw_only=True):
    """A match started or ended."""

    match: Match


class TournamentData(Source, frozen=True, kw_only=True):
    """A tournament is over."""

    status: str
    """Either over or cancelled."""
    standings: list[Line]
    """Empty if it was cancelled."""


class RoundPublished(msgspec.Struct, frozen=True, tag_field="type", tag="round.published"):
    """The message about a published round."""

    timestamp: datetime
    data: RoundData


class MatchStarted(msgspec.Struct, frozen=True, tag_field="type", tag="match.started"):
    """The message about the start of a match."""

    timestamp: datetime
    data: MatchData


class MatchOver(msgspec.Struct, frozen=True, tag_field="type", tag="match.over"):
    """The message about a result."""

    timestamp: datetime
    data: MatchData


class TournamentOver(msgspec.Struct, frozen=True, tag_field="type", tag="tournament.over"):
    """The message about the end of a tournament."""

    timestamp: datetime
    data: TournamentData


class Test(msgspec.Struct, frozen=True, tag_field="type", tag="test"):
    """The message of the button for a test."""

    timestamp: datetime
    data: Source


Message: TypeAlias = RoundPublished | MatchStarted | MatchOver | TournamentOver | Test


@dataclass(frozen=True)
class Chat:
    """A sentence for people, with the names and numbers that are inserted into it."""

    sentence: str
    values: dict[str, str]

    def format(self, shape: Shape) -> str:
        """Return the sentence on one line, with everything inserted escaped for this shape."""
        return " ".join(
            (self.sentence % {name: escape_markup(each, shape) for name, each in self.values.items()}).split()
        )


def escape_markup(text: str, shape: Shape) -> str:
    """Return a text without any meaning to the markup of a chat."""
    text = " ".join(text.split())
    match shape:
        case Shape.DISCORD:
            return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)
        case Shape.SLACK:
            return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        case Shape.JSON:
            return text


def encode_body(message: Message, chat: Chat, shape: Shape) -> bytes:
    """Return the body of the request."""
    match shape:
        case Shape.DISCORD:
            body: dict[str, object] = {
                "content": _build_chat_text(message, chat, shape),
                "allowed_mentions": {"parse": []},
            }
        case Shape.SLACK:
            body = {"text": _build_chat_text(message, chat, shape), "mrkdwn": False}
        case Shape.JSON:
            return msgspec.json.encode(message)
    return msgspec.json.encode(body)


def _build_chat_text(message: Message, chat: Chat, shape: Shape) -> str:
    text = chat.format(shape)
    if len(text) > MAX_CHAT_LETTERS:
        text = f"{text[:MAX_CHAT_LETTERS].rstrip(chr(92))}…"
    return f"{text}\n{message.data.url}"


def sign_body(secret: str, *, ticket: str, at: int, body: bytes) -> str:
    """Return the signature header of Standard Webhooks."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    digest = hmac.new(key, b"%s.%d." % (ticket.encode(), at) + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def build_schema() -> dict[str, object]:
    """Return the JSON Schema of our own shape."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Message of a Slow Fuse webhook",
        **msgspec.json.schema(Message),
    }


def build_examples(site: str) -> Sequence[Message]:
    """Return one example of each message."""
    noon = datetime(2026, 11, 29, 12, tzinfo=UTC)
    end = noon.replace(hour=18)
    cup = Place("kq7m2xw", "Thursday Cup", f"{site}/tournaments/kq7m2xw/")
    club = Place("n4w8hc", "Night Owls", f"{site}/clubs/n4w8hc/")
    seats = [Sitter("ada", person=True), Sitter("ben", person=True), Sitter("Cinder 1", person=False)]
    match = Match("f6gk3q9z", "fuse", f"{site}/m/f6gk3q9z/", seats, noon, occasion=cup.name)
    over = msgspec.structs.replace(match, over_at=end, places=[1, 3, 2], scores=[31, 12, 24])
    tables = [Table(1, ["ada", "ben", "Cinder 1"])]
    page = f"{cup.url}rounds/1/"
    round_ = Round(1, page, noon, end, tables, ["cleo"])
    best = [Line(1, "ada"), Line(2, "cleo"), Line(3, "ben")]
    told = {
        "round": "Thursday Cup: round 1 has been published. Tables: 1. It ends on Sun 29 Nov, 18:00 UTC.",
        "match": "Thursday Cup: a match of Fuse has started. ada, ben, Cinder 1",
        "over": "Thursday Cup: a match of Fuse is over. 1. ada (31), 2. Cinder 1 (24), 3. ben (12)",
        "end": "Thursday Cup is over. 1. ada, 2. cleo, 3. ben",
        "test": "Your webhook for Night Owls works.",
    }
    return (
        RoundPublished(noon, RoundData(text=told["round"], url=page, tournament=cup, round=round_)),
        MatchStarted(noon, MatchData(text=told["match"], url=match.url, tournament=cup, match=match)),
        MatchOver(end, MatchData(text=told["over"], url=over.url, tournament=cup, match=over)),
        TournamentOver(
            end, TournamentData(text=told["end"], url=cup.url, tournament=cup, status="over", standings=best)
        ),
        Test(noon, Source(text=told["test"], url=club.url, club=club)),
    )
