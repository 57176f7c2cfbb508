"""A player's reliability, for others who choose whom to play with."""

from __future__ import annotations

from apps.matches.models import Reliability


def get_reliability_share(player: int) -> float | None:
    """Return the share of a player's required turns answered on time in 90 days, or None after only a few turns."""
    return Reliability.objects.filter(player=player).values_list("share", flat=True).first()
