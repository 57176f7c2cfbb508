"""What one member reads of the talk of their club. Templates get these lines and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from apps.accounts.services import relations
from apps.clubs.models import Message
from apps.clubs.selectors.access import Access
from apps.talk.models import Mute

A_PAGE: Final = 50


@dataclass(frozen=True)
class ClubLine:
    """A message as one reader sees it."""

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
class Page:
    """Some lines, the newest first."""

    lines: tuple[ClubLine, ...]
    earlier: int | None
    """Before which message the next page begins, if there is one."""


def latest(access: Access, *, reader: int, before: int | None = None) -> Page:
    """The last messages, or the last of those before one."""
    asked = _readable(access, reader).order_by("-pk")
    if before is not None:
        asked = asked.filter(pk__lt=before)
    lines = _lines(asked[: A_PAGE + 1], reader)
    return Page(tuple(lines[:A_PAGE]), lines[A_PAGE - 1].id if len(lines) > A_PAGE else None)


def find(access: Access, pk: int, *, reader: int) -> ClubLine:
    """:raises Message.DoesNotExist: if this reader finds no such message in this club"""
    for line in _lines(_readable(access, reader).filter(pk=pk), reader):
        return line
    raise Message.DoesNotExist


def _readable(access: Access, reader: int) -> QuerySet[Message]:
    """Everything but what people said who are kept apart from this reader. Organisers find that, too, folded away: else
    whoever blocks all of them could say what they like, and nobody could remove it.
    """
    found = Message.objects.filter(club=access.club)
    return found if access.organises else found.exclude(author__in=relations.apart(reader))


def _lines(messages: QuerySet[Message], reader: int) -> list[ClubLine]:
    apart = relations.apart(reader)
    mutes = Exists(Mute.objects.filter(owner=reader, other=OuterRef("author")))
    kept = ("pk", "author", "author__username", "text", "at", "hidden_at")
    return [
        ClubLine(
            id=pk,
            author=name or "",
            mine=author == reader,
            text="" if hidden_at else text,
            at=at,
            hidden=hidden_at is not None,
            muted=muted or author in apart,
        )
        for pk, author, name, text, at, hidden_at, muted in messages.values_list(*kept, mutes)
    ]
