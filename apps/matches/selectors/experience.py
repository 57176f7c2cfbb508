"""How much somebody has played here."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from apps.matches.models import Chair, Match


def finished(player: int, *, most: int) -> int:
    """Matches they played to the end, counted up to so many; neither lessons nor what they tried alone."""
    return _finished(player)[:most].count()


def new_to(game: str, players: Collection[int]) -> frozenset[int]:
    """Return those of the players who have never finished a match of this game; lessons don't count."""
    return frozenset(players) - set(_finished(*players).filter(match__game=game).values_list("player", flat=True))


def _finished(*players: int) -> QuerySet[Chair]:
    theirs = Chair.objects.filter(player__in=players, match__status=Match.Status.OVER)
    return theirs.filter(match__lesson__isnull=True, match__origin="")
