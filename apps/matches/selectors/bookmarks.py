"""A player's own book of matches: what they marked and noted, for themselves alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from apps.matches.models import Bookmark, Match
from apps.matches.selectors import history


@dataclass(frozen=True)
class Kept:
    """What somebody keeps of a match."""

    favourite: bool = False
    note: str = ""


@dataclass(frozen=True)
class BookRow(history.HistoryRow):
    """A match in somebody's book."""

    kept: Kept = Kept()


def of(match: Match, player: int | None) -> Kept | None:
    """What this player keeps of the match; nothing for somebody without an account, who has no book."""
    if player is None:
        return None
    kept = Bookmark.objects.filter(match=match, player=player).values_list("favourite", "note").first()
    return Kept(*kept) if kept is not None else Kept()


def notes(match: int, player: Any) -> QuerySet[Bookmark, Any]:
    """The player's note about a match, for a statement that asks more than that."""
    return Bookmark.objects.filter(match=match, player=player).values("note")[:1]


def book(player: int) -> QuerySet[Bookmark]:
    """All the player keeps, the latest first; each with all that `row` shows."""
    matches = Prefetch("match", history.complete(Match.objects.all()))
    return Bookmark.objects.filter(player=player).prefetch_related(matches).order_by("-at", "-pk")


def row(bookmark: Bookmark) -> BookRow:
    """What the book shows of one of them."""
    shown = history.row(bookmark.match)
    return BookRow(**vars(shown), kept=Kept(bookmark.favourite, bookmark.note))
