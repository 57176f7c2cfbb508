"""Absences of players, for callers who seat them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from apps.matches.models import Vacation


def on_vacation(players: Collection[int], *, now: datetime) -> frozenset[int]:
    """Return which of these players are on vacation."""
    away = Vacation.objects.filter(player__in=players, begins_at__lte=now, ends_at__gt=now)
    return frozenset(away.values_list("player", flat=True))
