"""The chat of a match as one reader sees it. Templates get these lines and nothing else."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from apps.accounts.services import relations
from apps.matches.errors import Unreadable
from apps.matches.selectors import match_view
from apps.talk import phrases
from apps.talk.models import Message, Mute
from apps.talk.selectors.room import Room

PAGE_SIZE: Final = 50
"""Messages on one page."""

_RECENT_SPAN: Final = timedelta(days=6)
_REACTION_SPAN: Final = timedelta(seconds=10)
"""How long a reaction still appears at its author's seat, if a page is late."""


@dataclass(frozen=True)
class TalkLine:
    """A message as one reader sees it."""

    id: int
    author: str
    """The author's name, empty if their account was deleted."""
    program: bool
    """Whether the author is a bot with an account."""
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
    after: int | None = None
    """The number of facts of the match that the reader could see when it was said; None if it isn't needed."""
    seat: int | None = None
    """The seat its author has now."""
    shows: bool = False
    """Whether it's a reaction that appears at its author's seat."""
    told: tuple[match_view.Sentence, ...] = ()
    """What happened before it and after the line above, on a page that tells both."""


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
    program: bool | None
    muted: bool


@dataclass(frozen=True)
class Page:
    """Some lines, oldest first."""

    lines: tuple[TalkLine, ...]
    mark: str
    """A mark for what the reader has with these lines, sent when asking for news."""
    earlier: int | None = None
    """The message before which earlier ones start, if there are any."""
    told: tuple[match_view.Sentence, ...] = ()
    """What happened after all of them, on a page that tells both."""

    @property
    def unread(self) -> int:
        return sum(line.unread for line in self.lines)

    @property
    def last(self) -> int:
        return self.lines[-1].id if self.lines else 0


def load_latest_messages(room: Room, *, before: int | None = None) -> Page:
    """Return the last `PAGE_SIZE` messages, or those before a given one."""
    asked = find_visible_messages(room).order_by("-pk")
    if before is not None:
        asked = asked.filter(pk__lt=before)
    found = _load_talk_lines(asked[: PAGE_SIZE + 1], room, placed=before is None)
    lines = tuple(reversed(found[:PAGE_SIZE]))
    hidden = sum(each.hidden for each in lines)
    return Page(lines, f"{lines[-1].id if lines else 0}.{hidden}", lines[0].id if len(found) > PAGE_SIZE else None)


def weave_story(page: Page, story: Iterable[match_view.Sentence]) -> Page:
    """Return the messages with what happened between them.

    :param story: the reader's own, newest first
    """
    told = sorted(story, key=lambda sentence: sentence.heard)
    lines = list[TalkLine]()
    for line in page.lines:
        before = bisect(told, line.after or 0, key=lambda sentence: sentence.heard)
        lines.append(replace(line, told=tuple(told[:before])))
        told = told[before:]
    return replace(page, lines=tuple(lines), told=tuple(told))


def load_messages_since(room: Room, mark: str) -> tuple[Page, bool] | None:
    """Return what is new since the page with this mark, and whether it only follows that page.

    None means that nothing is new. If the second value is False, something on the page has changed, and the first is
    the whole page.
    """
    last, _dot, hidden = mark.partition(".")
    known = parse_number(last) or 0
    now = find_visible_messages(room).aggregate(
        last=Max("pk"), hidden=Count("pk", filter=Q(hidden_at__isnull=False, pk__lte=known))
    )
    if not known or str(now["hidden"]) != hidden:  # Also if something hidden is too old to be shown.
        page = load_latest_messages(room)
        return None if page.mark == mark else (page, False)
    if (now["last"] or 0) <= known:
        return None
    new = find_visible_messages(room).filter(pk__gt=known).order_by("pk")[:PAGE_SIZE]
    lines = tuple(_load_talk_lines(new, room, placed=True))
    hidden_now = now["hidden"] + sum(each.hidden for each in lines)
    return Page(lines, f"{lines[-1].id}.{hidden_now}"), True


def load_comments(room: Room) -> tuple[TalkLine, ...]:
    """Return the comments on the replay's moves, in the order of the moves."""
    return tuple(
        _load_talk_lines(_find_readable_messages(room).filter(move__isnull=False).order_by("move", "pk"), room)
    )


def find_visible_messages(room: Room) -> QuerySet[Message]:
    """Return everything said at the table, except by players kept apart from this reader."""
    return _find_readable_messages(room).filter(move=None)


def _find_readable_messages(room: Room) -> QuerySet[Message]:
    return Message.objects.filter(match=room.match).exclude(author__in=relations.find_players_apart(room.me))


def parse_number(text: str) -> int | None:
    """Return the ID of a message from a URL or field, or None if it isn't one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def find_message(room: Room, pk: int) -> TalkLine:
    """Return a message as this reader sees it.

    :raises Message.DoesNotExist: if this reader can't see that message at this match
    """
    for line in _load_talk_lines(_find_readable_messages(room).filter(pk=pk), room):
        return line
    raise Message.DoesNotExist


def count_unread_messages(room: Room) -> int:
    """Return how many messages a reader with an account hasn't seen, counting those that would be marked as new."""
    if room.me is None:
        return 0
    new = find_visible_messages(room).filter(pk__gt=room.upto, hidden_at=None).exclude(author=room.me)
    return new.exclude(author__in=Mute.objects.filter(owner=room.me).values("other")).count()


def load_latest_reactions(room: Room) -> list[TalkLine]:
    """Return the reactions that appear at their authors' seats now, oldest first."""
    since = room.now - _REACTION_SPAN
    new = find_visible_messages(room).filter(at__gt=since, phrase__in=phrases.FACES).order_by("pk")
    return [line for line in _load_talk_lines(new, room) if line.shows]


def _load_talk_lines(messages: QuerySet[Message], room: Room, *, placed: bool = False) -> list[TalkLine]:
    """Return messages as this reader sees them.

    :param placed: find out what each followed
    """
    mutes = Exists(Mute.objects.filter(owner=room.me, other=OuterRef("author")))
    kept = ("pk", "author", "author__username", "text", "phrase", "at", "hidden_at", "move", "author__bot")
    rows = [_Row(*row) for row in messages.values_list(*kept, mutes)]
    after = _find_places(rows, room) if placed and rows else {}
    seats = {each.chair.player_id: each.seat for each in room.loaded.seats if each.chair.player_id is not None}
    return [_build_talk_line(row, room, after.get(row.id), seats.get(row.author or 0)) for row in rows]


def _find_places(rows: list[_Row], room: Room) -> Mapping[int, int]:
    """Return for each message how many facts of the match the reader could see when it was said."""
    try:
        heard, times = match_view.read_fact_times(room.loaded)
    except Unreadable:  # Its players can chat about that.
        return {}
    return {row.id: heard - len(times) + bisect(times, row.at) for row in rows}


def _build_talk_line(row: _Row, room: Room, after: int | None, seat: int | None) -> TalkLine:
    mine, hidden = row.author is not None and row.author == room.me, row.hidden_at is not None
    words = phrases.get_phrase_text(row.phrase) if row.phrase else row.text
    face = row.phrase if row.phrase in phrases.FACES and not hidden else ""
    recent = row.at > room.now - _REACTION_SPAN
    return TalkLine(
        id=row.id,
        author=row.name or "",
        program=bool(row.program),
        mine=mine,
        text="" if hidden else words,
        at=row.at,
        hidden=hidden,
        muted=row.muted,
        unread=not (mine or hidden or row.muted) and room.me is not None and row.id > room.upto,
        recent=row.at > room.now - _RECENT_SPAN,
        move=row.move,
        face=face,
        after=after,
        seat=seat,
        shows=bool(face) and recent and seat is not None and not row.muted,
    )
