"""Players who have left a seat of a match."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet

from apps.matches.models import Tenure


def find_past_tenures(match: int, player: int | OuterRef) -> QuerySet[Tenure]:
    """Return this player's past tenures at the table."""
    return Tenure.objects.filter(match=match, player=player)
