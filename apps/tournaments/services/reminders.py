"""Reminders on the day before the start: to check in or be there, and to organisers if entrants are lacking."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Q

from apps.tournaments.models import EVE, Entry, Tournament
from apps.tournaments.services import check_in, notify


def due(*, now: datetime) -> Q:
    """Return a filter for tournaments that start soon and have sent no reminder for that start.

    A start that moves counts as another one. With a status added, the filter uses an index, and only tournaments that
    still need a reminder are ever locked.
    """
    return Q(starts_at__lte=now + EVE) & ~Q(reminded_for=F("starts_at"))


def owed(tournament: Tournament, *, now: datetime) -> bool:
    """Check the same for a locked tournament."""
    return tournament.starts_at <= now + EVE and tournament.reminded_for != tournament.starts_at


def remind(tournament: Tournament, *, now: datetime) -> None:
    """Send the reminders, once for each start. The caller holds the lock, and the tournament hasn't started.

    Players who registered within the last day know the start. Organisers who created the tournament that late know how
    many can have entered.
    """
    start, early = tournament.starts_at, tournament.starts_at - EVE
    tournament.reminded_for = start
    tournament.asked_at = now if tournament.check_in else None
    tournament.save(update_fields=["reminded_for", "asked_at"])
    if tournament.check_in:
        players = [entry.player_id for entry in check_in.absent(tournament)]
        key = f"check-in:{start:%Y%m%d%H%M%S}"
        notify.people(tournament, players, notify.CHECK_IN, key=key, now=now, text=notify.CHECK_IN_WHY, at=start)
    elif tournament.by_itself:
        came = Entry.objects.filter(tournament=tournament, state=Entry.State.IN, at__lt=early)
        key = f"soon:{start:%Y%m%d%H%M%S}"
        notify.people(tournament, notify.of(came), notify.SOON, key=key, now=now, text=notify.SOON_WHY, at=start)
    count = Entry.playing(tournament).count()
    if count < tournament.least and tournament.created_at < early:
        text = notify.FEW_CALLED_OFF if tournament.by_itself else notify.FEW_WAITS
        key, names = f"few:{start:%Y%m%d%H%M%S}", {"count": count, "least": tournament.least}
        notify.office(tournament, notify.FEW, key=key, now=now, text=text, at=start, names=names)
