"""What one reader sees of the talk of a match. Templates get these lines and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from apps.accounts.services import relations
from apps.talk import phrases
from apps.talk.models import Message, Mute
from apps.talk.selectors.room import Room

MOST: Final = 50
"""Messages on one page."""

_RECENT: Final = timedelta(days=6)


@dataclass(frozen=True)
class TalkLine:
    """A message as one reader sees it."""

    id: int
    author: str
    """Empty: somebody who left."""
    mine: bool
    text: str
    """Empty if it is hidden."""
    at: datetime
    hidden: bool
    muted: bool
    unread: bool
    recent: bool
    """Whether the day of the week says enough of when it was."""
    move: int | None = None
    """The move of the record it is about."""
    face: str = ""
    """Which reaction it is; then `text` is what that's called."""


class _Row(NamedTuple):
    """A message as it is kept, and what its author is to the reader."""

    id: int
    author: int | None
    name: str | None
    text: str
    phrase: str
    at: datetime
    hidden_at: datetime | None
    move: int | None
    muted: bool


@dataclass(frozen=True)
class Page:
    """Some lines, oldest first."""

    lines: tuple[TalkLine, ...]
    mark: str
    """What the reader has with these lines; a later page is asked for with it."""
    earlier: int | None = None
    """Of which message earlier ones are to be asked for, if there are any."""

    @property
    def unread(self) -> int:
        return sum(line.unread for line in self.lines)

    @property
    def last(self) -> int:
        return self.lines[-1].id if self.lines else 0


def latest(room: Room, *, before: int | None = None) -> Page:
    """The last `MOST` messages, or the last of those before one."""
    asked = visible(room).order_by("-pk")
    if before is not None:
        asked = asked.filter(pk__lt=before)
    found = _lines(asked[: MOST + 1], room)
    lines = tuple(reversed(found[:MOST]))
    hidden = sum(each.hidden for each in lines)
    return Page(lines, f"{lines[-1].id if lines else 0}.{hidden}", lines[0].id if len(found) > MOST else None)


def since(room: Room, mark: str) -> tuple[Page, bool] | None:
    """What is new to somebody who has the page with this mark, and whether it only follows that page.

    None: nothing is new. False: something on it changed, and here is all of it.
    """
    last, _dot, hidden = mark.partition(".")
    known = number(last) or 0
    now = visible(room).aggregate(last=Max("pk"), hidden=Count("pk", filter=Q(hidden_at__isnull=False, pk__lte=known)))
    if not known or str(now["hidden"]) != hidden:  # Also where something is hidden that is too old to be shown.
        page = latest(room)
        return None if page.mark == mark else (page, False)
    if (now["last"] or 0) <= known:
        return None
    lines = tuple(_lines(visible(room).filter(pk__gt=known).order_by("pk")[:MOST], room))
    hidden_now = now["hidden"] + sum(each.hidden for each in lines)
    return Page(lines, f"{lines[-1].id}.{hidden_now}"), True


def comments(room: Room) -> tuple[TalkLine, ...]:
    """What was written about the moves of the record, in their order."""
    return tuple(_lines(_readable(room).filter(move__isnull=False).order_by("move", "pk"), room))


def visible(room: Room) -> QuerySet[Message]:
    """Everything said at the table, but by people who are kept apart from this reader."""
    return _readable(room).filter(move=None)


def _readable(room: Room) -> QuerySet[Message]:
    return Message.objects.filter(match=room.match).exclude(author__in=relations.apart(room.me))


def number(text: str) -> int | None:
    """The id of a message, as an address or a field has it; None if that is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def find(room: Room, pk: int) -> TalkLine:
    """:raises Message.DoesNotExist: if this reader finds no such message at this match"""
    for line in _lines(_readable(room).filter(pk=pk), room):
        return line
    raise Message.DoesNotExist


def unread(room: Room) -> int:
    """How many messages a reader who has an account has not seen yet; those count that would be marked as new."""
    if room.me is None:
        return 0
    new = visible(room).filter(pk__gt=room.upto, hidden_at=None).exclude(author=room.me)
    return new.exclude(author__in=Mute.objects.filter(owner=room.me).values("other")).count()


def _lines(messages: QuerySet[Message], room: Room) -> list[TalkLine]:
    mutes = Exists(Mute.objects.filter(owner=room.me, other=OuterRef("author")))
    kept = ("pk", "author", "author__username", "text", "phrase", "at", "hidden_at", "move")
    return [_line(_Row(*row), room) for row in messages.values_list(*kept, mutes)]


def _line(row: _Row, room: Room) -> TalkLine:
    mine, hidden = row.author is not None and row.author == room.me, row.hidden_at is not None
    words = phrases.text(row.phrase) if row.phrase else row.text
    return TalkLine(
        id=row.id,
        author=row.name or "",
        mine=mine,
        text="" if hidden else words,
        at=row.at,
        hidden=hidden,
        muted=row.muted,
        unread=not (mine or hidden or row.muted) and room.me is not None and row.id > room.upto,
        recent=row.at > room.now - _RECENT,
        move=row.move,
        face=row.phrase if row.phrase in phrases.FACES and not hidden else "",
    )
