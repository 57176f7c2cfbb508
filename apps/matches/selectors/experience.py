"""How much somebody has played here."""

from __future__ import annotations

from apps.matches.models import Chair, Match


def finished(player: int, *, most: int) -> int:
    """Matches they played to the end, counted up to so many; neither lessons nor what they tried alone."""
    theirs = Chair.objects.filter(player=player, match__status=Match.Status.OVER)
    return theirs.filter(match__lesson__isnull=True, match__origin="")[:most].count()
