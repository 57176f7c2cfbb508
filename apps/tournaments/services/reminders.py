"""Reminders on the day before the start: to check in or be there, and to organisers if entrants are lacking."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Q

from apps.tournaments.models import REMINDER_LEAD_TIME, Entry, Tournament
from apps.tournaments.services import check_in, notify


def build_due_filter(*, now: datetime) -> Q:
    """Return a filter for tournaments that start soon and have sent no reminder for that start.

    A start that moves counts as another one. With a status added, the filter uses an index, and only tournaments that
    still need a reminder are ever locked.
    """
    return Q(starts_at__lte=now + REMINDER_LEAD_TIME) & ~Q(reminded_for=F("starts_at"))


def is_reminder_due(tournament: Tournament, *, now: datetime) -> bool:
    """Check the same for a locked tournament."""
    return tournament.starts_at <= now + REMINDER_LEAD_TIME and tournament.reminded_for != tournament.starts_at


def send_reminders(tournament: Tournament, *, now: datetime) -> None:
    """Send the reminders, once for each start. The caller holds the lock, and the tournament hasn't started.

    Players who registered within the last day know the start. Organisers who created the tournament that late know how
    many can have entered.
    """
    start, early = tournament.starts_at, tournament.starts_at - REMINDER_LEAD_TIME
    tournament.reminded_for = start
    tournament.asked_at = now if tournament.check_in else None
    tournament.save(update_fields=["reminded_for", "asked_at"])
    if tournament.check_in:
        players = [entry.player_id for entry in check_in.find_absent_entrants(tournament)]
        key = f"check-in:{start:%Y%m%d%H%M%S}"
        notify.notify_players(
            tournament, players, notify.CHECK_IN, key=key, now=now, text=notify.CHECK_IN_WHY, at=start
        )
    elif tournament.by_itself:
        came = Entry.objects.filter(tournament=tournament, state=Entry.State.IN, at__lt=early)
        key = f"soon:{start:%Y%m%d%H%M%S}"
        notify.notify_players(
            tournament,
            notify.find_players_of_entries(came),
            notify.SOON,
            key=key,
            now=now,
            text=notify.SOON_WHY,
            at=start,
        )
    count = Entry.playing(tournament).count()
    if count < tournament.least and tournament.created_at < early:
        text = notify.FEW_CALLED_OFF if tournament.by_itself else notify.FEW_WAITS
        key, names = f"few:{start:%Y%m%d%H%M%S}", {"count": count, "least": tournament.least}
        notify.notify_organisers(tournament, notify.FEW, key=key, now=now, text=text, at=start, names=names)
