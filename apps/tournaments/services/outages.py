"""Outages of the site, whose length is added to the time of the tables in play."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F

from apps.matches.services import uptime
from apps.tournaments.models import Pod, Round, Tournament
from apps.tournaments.services import audit
from apps.tournaments.services.session import raise_version


def postpone_for_outages(tournament: Tournament, *, now: datetime) -> None:
    """Postpone the ends of rounds and tables by new outages, as matches do with their deadlines.

    If the tournament isn't running, outages are only marked as seen, because resuming moves all times. The caller holds
    the tournament's lock.
    """
    missed = uptime.find_outages(after=tournament.outage)
    if not missed:
        return
    if tournament.status == Tournament.Status.RUNNING:
        for _number, fell_asleep, awake in missed:
            if any(
                _postpone_round(row, fell_asleep, awake)
                for row in tournament.rounds.filter(state=Round.State.PUBLISHED)
            ):
                minutes = int((awake - fell_asleep).total_seconds()) // 60
                if minutes:
                    audit.add_audit_entry(tournament, "asleep", now=now, minutes=minutes)
                else:
                    audit.add_audit_entry(tournament, "closed-briefly", now=now)
    tournament.outage = missed[-1][0]
    tournament.save(update_fields=["outage"])
    raise_version(tournament)


def _postpone_round(row: Round, fell_asleep: datetime, awake: datetime) -> bool:
    """Postpone the ends in a round, and check whether any table was open then."""
    lost = awake - max(fell_asleep, row.published_at or awake)
    open_ = Pod.objects.filter(round=row, closed_at=None, ends_at__gt=fell_asleep)
    if lost <= timedelta() or not open_.update(ends_at=F("ends_at") + lost):
        return False
    if row.ends_at is not None and row.ends_at > fell_asleep:
        row.ends_at += lost
        row.save(update_fields=["ends_at"])
    return True
