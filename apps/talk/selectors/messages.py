"""The chat of a match as one reader sees it. Templates get these lines and nothing else."""

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
    """The author's name, empty if their account was deleted."""
    mine: bool
    text: str
    """The text, empty if it's hidden."""
    at: datetime
    hidden: bool
    muted: bool
    unread: bool
    recent: bool
    """Whether the weekday is enough to say when it was."""
    move: int | None = None
    """The move of the replay it's about."""
    face: str = ""
    """The key of a reaction, whose name is then in `text`."""


class _Row(NamedTuple):
    """A stored message, and its author's relation to the reader."""

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
    """A mark for what the reader has with these lines, sent when asking for news."""
    earlier: int | None = None
    """The message before which earlier ones start, if there are any."""

    @property
    def unread(self) -> int:
        return sum(line.unread for line in self.lines)

    @property
    def last(self) -> int:
        return self.lines[-1].id if self.lines else 0


def latest(room: Room, *, before: int | None = None) -> Page:
    """Return the last `MOST` messages, or those before a given one."""
    asked = visible(room).order_by("-pk")
    if before is not None:
        asked = asked.filter(pk__lt=before)
    found = _lines(asked[: MOST + 1], room)
    lines = tuple(reversed(found[:MOST]))
    hidden = sum(each.hidden for each in lines)
    return Page(lines, f"{lines[-1].id if lines else 0}.{hidden}", lines[0].id if len(found) > MOST else None)


def since(room: Room, mark: str) -> tuple[Page, bool] | None:
    """Return what is new since the page with this mark, and whether it only follows that page.

    None means that nothing is new. If the second value is False, something on the page has changed, and the first is
    the whole page.
    """
    last, _dot, hidden = mark.partition(".")
    known = number(last) or 0
    now = visible(room).aggregate(last=Max("pk"), hidden=Count("pk", filter=Q(hidden_at__isnull=False, pk__lte=known)))
    if not known or str(now["hidden"]) != hidden:  # Also if something hidden is too old to be shown.
        page = latest(room)
        return None if page.mark == mark else (page, False)
    if (now["last"] or 0) <= known:
        return None
    lines = tuple(_lines(visible(room).filter(pk__gt=known).order_by("pk")[:MOST], room))
    hidden_now = now["hidden"] + sum(each.hidden for each in lines)
    return Page(lines, f"{lines[-1].id}.{hidden_now}"), True


def comments(room: Room) -> tuple[TalkLine, ...]:
    """Return the comments on the replay's moves, in the order of the moves."""
    return tuple(_lines(_readable(room).filter(move__isnull=False).order_by("move", "pk"), room))


def visible(room: Room) -> QuerySet[Message]:
    """Return everything said at the table, except by players kept apart from this reader."""
    return _readable(room).filter(move=None)


def _readable(room: Room) -> QuerySet[Message]:
    return Message.objects.filter(match=room.match).exclude(author__in=relations.apart(room.me))


def number(text: str) -> int | None:
    """Return the ID of a message from a URL or field, or None if it isn't one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def find(room: Room, pk: int) -> TalkLine:
    """Return a message as this reader sees it.

    :raises Message.DoesNotExist: if this reader can't see that message at this match
    """
    for line in _lines(_readable(room).filter(pk=pk), room):
        return line
    raise Message.DoesNotExist


def unread(room: Room) -> int:
    """Return how many messages a reader with an account hasn't seen, counting those that would be marked as new."""
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
