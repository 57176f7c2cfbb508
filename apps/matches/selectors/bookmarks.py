"""A player's favourites and notes, for themselves alone."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import OuterRef, Prefetch, QuerySet

from apps.matches.models import Bookmark, Match
from apps.matches.selectors import history


@dataclass(frozen=True)
class Kept:
    """A player's mark and note on a match."""

    favourite: bool = False
    note: str = ""


@dataclass(frozen=True)
class BookRow(history.HistoryRow):
    """A match among a player's favourites and notes."""

    kept: Kept = Kept()


def get_bookmark(match: Match, player: int | None) -> Kept | None:
    """Return this player's mark and note on the match, or None for a player without an account."""
    if player is None:
        return None
    kept = Bookmark.objects.filter(match=match, player=player).values_list("favourite", "note").first()
    return Kept(*kept) if kept is not None else Kept()


def find_note(match: int, player: int | OuterRef) -> QuerySet[Bookmark, object]:
    """Return the player's note about a match as a query, for use within another statement."""
    return Bookmark.objects.filter(match=match, player=player).values("note")[:1]


def find_bookmarks(player: int) -> QuerySet[Bookmark]:
    """Return all bookmarks of the player, latest first, each with all that `build_bookmark_row` shows."""
    matches = Prefetch("match", history.prefetch_row_data(Match.objects.all()))
    return Bookmark.objects.filter(player=player).prefetch_related(matches).order_by("-at", "-pk")


def build_bookmark_row(bookmark: Bookmark) -> BookRow:
    """Return the row for a bookmark."""
    shown = history.build_history_row(bookmark.match)
    return BookRow(**vars(shown), kept=Kept(bookmark.favourite, bookmark.note))
