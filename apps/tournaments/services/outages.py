"""The house was closed: that is nobody's fault, and the tables that were played meanwhile get the time back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F

from apps.matches.services import uptime
from apps.tournaments.models import Pod, Round, Tournament
from apps.tournaments.services import audit


def catch_up(tournament: Tournament, *, now: datetime) -> None:
    """Move the ends of what is played by the outages it has not heard of, as its matches move their deadlines; the
    caller holds it. Where everything stood still anyway, they are only noted: whoever goes on moves everything."""
    missed = uptime.outages(after=tournament.outage)
    if not missed:
        return
    if tournament.status == Tournament.Status.RUNNING:
        for _number, fell_asleep, awake in missed:
            if any(_move(row, fell_asleep, awake) for row in tournament.rounds.filter(state=Round.State.PUBLISHED)):
                minutes = int((awake - fell_asleep).total_seconds()) // 60
                if minutes:
                    audit.note(tournament, "asleep", now=now, minutes=minutes)
                else:
                    audit.note(tournament, "closed-briefly", now=now)
    tournament.outage = missed[-1][0]
    tournament.save(update_fields=["outage"])


def _move(row: Round, fell_asleep: datetime, awake: datetime) -> bool:
    """Whether anything was open then that has an end."""
    lost = awake - max(fell_asleep, row.published_at or awake)
    open_ = Pod.objects.filter(round=row, closed_at=None, ends_at__gt=fell_asleep)
    if lost <= timedelta() or not open_.update(ends_at=F("ends_at") + lost):
        return False
    if row.ends_at is not None and row.ends_at > fell_asleep:
        row.ends_at += lost
        row.save(update_fields=["ends_at"])
    return True
