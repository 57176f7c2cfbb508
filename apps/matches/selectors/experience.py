"""A player's experience."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from apps.matches.models import Chair, Match


def count_finished_matches(player: int, *, most: int) -> int:
    """Count the matches a player finished, up to `most`, without lessons and sandboxes."""
    return _find_finished_seats(player)[:most].count()


def new_to(game: str, players: Collection[int]) -> frozenset[int]:
    """Return which of the players have never finished a match of this game. Lessons don't count."""
    return frozenset(players) - set(
        _find_finished_seats(*players).filter(match__game=game).values_list("player", flat=True)
    )


def _find_finished_seats(*players: int) -> QuerySet[Chair]:
    theirs = Chair.objects.filter(player__in=players, match__status=Match.Status.OVER)
    return theirs.filter(match__lesson__isnull=True, match__origin="")
