"""Players who have left a seat of a match."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from apps.matches.models import Tenure


def find_past_tenures(match: int, player: Any) -> QuerySet[Tenure]:
    """Return this player's past tenures at the table."""
    return Tenure.objects.filter(match=match, player=player)
