"""Who is away: whoever seats people asks before it deals them in."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from apps.matches.models import Vacation


def on_vacation(players: Collection[int], *, now: datetime) -> frozenset[int]:
    """Those of them who are."""
    away = Vacation.objects.filter(player__in=players, begins_at__lte=now, ends_at__gt=now)
    return frozenset(away.values_list("player", flat=True))
