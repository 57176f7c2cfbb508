"""Whether deadlines are kept: for whoever watches the house. Numbers and instants, and of no match which."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Min, Q

from apps.matches.models import Match, Pulse, SweepRun


class Punctuality(NamedTuple):
    """How punctual the house is just now."""

    swept_at: datetime | None
    """When the sweep last looked, give or take some seconds."""
    pulse_at: datetime | None
    """When a process that serves pages last said that people can answer."""
    due: int
    """Matches of which a deadline has passed."""
    overdue: int
    """Of these, the ones that have waited for longer than anybody would call punctual."""
    due_since: datetime | None
    """The earliest deadline that has passed and was not settled."""


def punctuality(*, now: datetime, grace: timedelta) -> Punctuality:
    """Three statements, each by an index. What waits for no longer than `grace` is not overdue."""
    swept_at = SweepRun.objects.filter(pk=1).values_list("at", flat=True).first()
    pulse_at = Pulse.objects.filter(pk=1).values_list("at", flat=True).first()
    late = Match.with_sandboxes.filter(wake_at__lte=now).aggregate(
        due=Count("pk"), overdue=Count("pk", filter=Q(wake_at__lt=now - grace)), since=Min("wake_at")
    )
    return Punctuality(swept_at, pulse_at, late["due"], late["overdue"], late["since"])
