"""Who has left a seat of a match."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from apps.matches.models import Tenure


def left(match: int, player: Any) -> QuerySet[Tenure]:
    """The times of this player at the table that are over."""
    return Tenure.objects.filter(match=match, player=player)
