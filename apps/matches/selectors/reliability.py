"""How reliably somebody answers, for those who choose whom they play with."""

from __future__ import annotations

from apps.matches.models import Reliability


def share(player: int) -> float | None:
    """Of a player's duties of the last 90 days, how many were answered in time: 0 to 1; None: too few to say."""
    return Reliability.objects.filter(player=player).values_list("share", flat=True).first()
