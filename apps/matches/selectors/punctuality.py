"""Punctuality of deadlines, for monitoring. Only numbers and instants, without naming any match."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Min, Q

from apps.matches.models import Match, Pulse, SweepRun


class Punctuality(NamedTuple):
    """The current punctuality of the server."""

    swept_at: datetime | None
    """When the sweep last ran, to within a few seconds."""
    pulse_at: datetime | None
    """When a process that serves pages last beat."""
    due: int
    """The number of matches with a deadline that has passed."""
    overdue: int
    """The number of these that are overdue."""
    due_since: datetime | None
    """The earliest deadline that has passed and isn't settled."""


def measure_punctuality(*, now: datetime, grace: timedelta) -> Punctuality:
    """Measure punctuality with three statements, each by an index. Matches within `grace` aren't overdue."""
    swept_at = SweepRun.objects.filter(pk=1).values_list("at", flat=True).first()
    pulse_at = Pulse.objects.filter(pk=1).values_list("at", flat=True).first()
    late = Match.with_sandboxes.filter(wake_at__lte=now).aggregate(
        due=Count("pk"), overdue=Count("pk", filter=Q(wake_at__lt=now - grace)), since=Min("wake_at")
    )
    return Punctuality(swept_at, pulse_at, late["due"], late["overdue"], late["since"])
