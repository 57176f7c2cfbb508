"""How much somebody has played here."""

from __future__ import annotations

from django.db.models import QuerySet

from apps.matches.models import Chair, Match


def finished(player: int, *, most: int) -> int:
    """Matches they played to the end, counted up to so many; neither lessons nor what they tried alone."""
    return _finished(player)[:most].count()


def is_new_to(game: str, player: int) -> bool:
    """Return whether a player has never finished a match of this game."""
    return not _finished(player).filter(match__game=game).exists()


def _finished(player: int) -> QuerySet[Chair]:
    theirs = Chair.objects.filter(player=player, match__status=Match.Status.OVER)
    return theirs.filter(match__lesson__isnull=True, match__origin="")
