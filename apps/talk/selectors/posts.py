"""A board as one reader sees it. Templates get these lines and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from apps.accounts.services import relations
from apps.talk.models import Mute, Post

PAGE_SIZE: Final = 50


@dataclass(frozen=True)
class Place:
    """A board with its reader's permissions. The club or tournament sets them, because a board doesn't know them."""

    board: int | None
    """The board's ID, None before its first message."""
    path: str
    """The URL of its page, below which posts have their numbers."""
    reader: int | None
    talks: bool
    """Whether the reader can write now."""
    why_silent: str = ""
    """The reason why the reader can't write, empty if the page says so anyway."""
    reports: bool = False
    """Whether the reader can report posts to the moderators."""
    organises: bool = False
    """Whether the reader can remove others' posts."""
    fixed: bool = False
    """Whether posts can no longer be removed there."""


@dataclass(frozen=True)
class PostLine:
    """A post as one reader sees it."""

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


@dataclass(frozen=True)
class PostPage:
    """Some lines, the newest first."""

    lines: tuple[PostLine, ...]
    earlier: int | None
    """The post before which the next page starts, if there is one."""


def load_latest_posts(place: Place, *, before: int | None = None) -> PostPage:
    """Return the latest posts, or those before a given one."""
    apart = relations.find_players_apart(place.reader)
    asked = _find_readable_posts(place, apart).order_by("-pk")
    if before is not None:
        asked = asked.filter(pk__lt=before)
    lines = _load_post_lines(asked[: PAGE_SIZE + 1], place, apart)
    return PostPage(tuple(lines[:PAGE_SIZE]), lines[PAGE_SIZE - 1].id if len(lines) > PAGE_SIZE else None)


def find_post(place: Place, pk: int) -> PostLine:
    """Return a post as this reader sees it.

    :raises Post.DoesNotExist: if this reader can't see that post there
    """
    apart = relations.find_players_apart(place.reader)
    for line in _load_post_lines(_find_readable_posts(place, apart).filter(pk=pk), place, apart):
        return line
    raise Post.DoesNotExist


def _find_readable_posts(place: Place, apart: frozenset[int]) -> QuerySet[Post]:
    """Return everything except posts by players kept apart from this reader.

    Organisers also get those, collapsed. Otherwise, anyone who blocked all organisers could post anything without being
    removed.
    """
    found = Post.objects.filter(board=place.board)
    return found if place.organises else found.exclude(author__in=apart)


def _load_post_lines(posts: QuerySet[Post], place: Place, apart: frozenset[int]) -> list[PostLine]:
    mutes = Exists(Mute.objects.filter(owner=place.reader, other=OuterRef("author")))
    kept = ("pk", "author", "author__username", "text", "at", "hidden_at", "author__bot")
    return [
        PostLine(
            id=pk,
            author=name or "",
            program=bool(program),
            mine=author is not None and author == place.reader,
            text="" if hidden_at else text,
            at=at,
            hidden=hidden_at is not None,
            muted=muted or author in apart,
        )
        for pk, author, name, text, at, hidden_at, program, muted in posts.values_list(*kept, mutes)
    ]
