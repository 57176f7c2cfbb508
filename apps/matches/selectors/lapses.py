"""When the next match is due: for the clock alone, as it knows of sealed answers."""

from __future__ import annotations

from datetime import datetime

from apps.matches.models import Match


def next_lapse(*, after: datetime, before: datetime) -> datetime | None:
    """The first instant between these at which a match is to be settled, if there is one."""
    ahead = Match.with_sandboxes.filter(wake_at__gt=after, wake_at__lt=before).order_by("wake_at")
    return ahead.values_list("wake_at", flat=True).first()
