"""What one reader sees of a board. Templates get these lines and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from apps.accounts.services import relations
from apps.talk.models import Mute, Post

A_PAGE: Final = 50


@dataclass(frozen=True)
class Place:
    """A board as one reader finds it. What they may do there is said by whoever has it: no board knows that."""

    board: int | None
    """None: nobody has said anything there yet."""
    path: str
    """The address of its page; below it each post has its number."""
    reader: int | None
    talks: bool
    """Whether they may say something now …"""
    why_silent: str = ""
    """… and if not, why; empty where the page says it anyhow."""
    reports: bool = False
    """Whether they may ask the house to look at a post."""
    organises: bool = False
    """Whether they may remove what others said."""
    fixed: bool = False
    """Whether nothing is removed there any more."""


@dataclass(frozen=True)
class PostLine:
    """A post as one reader sees it."""

    id: int
    author: str
    """Empty: somebody who left the house."""
    mine: bool
    text: str
    """Empty if it is hidden."""
    at: datetime
    hidden: bool
    muted: bool


@dataclass(frozen=True)
class PostPage:
    """Some lines, the newest first."""

    lines: tuple[PostLine, ...]
    earlier: int | None
    """Before which post the next page begins, if there is one."""


def latest(place: Place, *, before: int | None = None) -> PostPage:
    """The last posts, or the last of those before one."""
    apart = relations.apart(place.reader)
    asked = _readable(place, apart).order_by("-pk")
    if before is not None:
        asked = asked.filter(pk__lt=before)
    lines = _lines(asked[: A_PAGE + 1], place, apart)
    return PostPage(tuple(lines[:A_PAGE]), lines[A_PAGE - 1].id if len(lines) > A_PAGE else None)


def find(place: Place, pk: int) -> PostLine:
    """:raises Post.DoesNotExist: if this reader finds no such post there"""
    apart = relations.apart(place.reader)
    for line in _lines(_readable(place, apart).filter(pk=pk), place, apart):
        return line
    raise Post.DoesNotExist


def _readable(place: Place, apart: frozenset[int]) -> QuerySet[Post]:
    """Everything but what people said who are kept apart from this reader. Organisers find that, too, folded away: else
    whoever blocks all of them could say what they like, and nobody could remove it.
    """
    found = Post.objects.filter(board=place.board)
    return found if place.organises else found.exclude(author__in=apart)


def _lines(posts: QuerySet[Post], place: Place, apart: frozenset[int]) -> list[PostLine]:
    mutes = Exists(Mute.objects.filter(owner=place.reader, other=OuterRef("author")))
    kept = ("pk", "author", "author__username", "text", "at", "hidden_at")
    return [
        PostLine(
            id=pk,
            author=name or "",
            mine=author is not None and author == place.reader,
            text="" if hidden_at else text,
            at=at,
            hidden=hidden_at is not None,
            muted=muted or author in apart,
        )
        for pk, author, name, text, at, hidden_at, muted in posts.values_list(*kept, mutes)
    ]
