"""Check-in: in the day before a tournament begins everybody says that they are there, and who has not is taken out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.services import audit, entries, notify
from apps.tournaments.services.session import held

LEAST: Final = timedelta(hours=6)
"""How long everybody has for it, or nobody is taken out."""


def check_in(*, code: str, player: Player, now: datetime) -> Entry:
    """Say that one is there; whoever has said so may say it again.

    :raises TournamentRefused: if nobody is asked now, or they neither take part nor wait
    """
    with held(code) as tournament:
        opens_at = tournament.check_in_opens_at
        if opens_at is None or tournament.live or tournament.ended:
            raise TournamentRefused(_("Check-in isn’t open."))
        if now < opens_at:
            raise TournamentRefused(_("Check-in opens 24 hours before the start."))
        entry = _asked(tournament).filter(player=player).first()
        if entry is None:
            raise TournamentRefused(_("You aren’t taking part."))
        if not entry.present(opens_at):
            entry.checked_in_at = now
            entry.save(update_fields=["checked_in_at"])
        return entry


def absent(tournament: Tournament) -> list[Entry]:
    """Who would be taken out if it began now."""
    opens_at = tournament.check_in_opens_at
    return [] if opens_at is None else [entry for entry in _asked(tournament) if not entry.present(opens_at)]


def take_out_absent(tournament: Tournament, *, now: datetime) -> int:
    """Whoever has not checked in makes room for who waits and has; returns how many. Nobody, if they had little time:
    it begins before its hour, its start was moved near, or the house was closed. The caller holds the tournament.
    """
    asked = tournament.asked_at if tournament.reminded_for == tournament.starts_at else None
    if tournament.starts_at > now or asked is None or now - asked < LEAST:
        return 0
    gone = absent(tournament)
    Entry.objects.filter(pk__in=[entry.pk for entry in gone]).update(state=Entry.State.OUT, missed=True)
    for entry in gone:
        audit.note(tournament, "absent", now=now, one=entry.number)
    rows = Entry.objects.filter(pk__in=[entry.pk for entry in gone])
    notify.people(tournament, notify.of(rows), notify.DROPPED, key="absent", now=now, text=notify.DROPPED_ABSENT)
    entries.disband(rows, now=now)
    entries.promote(tournament, now=now)
    return len(gone)


def _asked(tournament: Tournament) -> QuerySet[Entry]:
    """People who take part or wait for a place."""
    states = (Entry.State.IN, Entry.State.WAITING)
    return Entry.objects.filter(tournament=tournament, state__in=states, player__isnull=False).order_by("number")
