"""Check-in: on the day before the start, entrants confirm that they are there, or are removed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.services import audit, entries, notify
from apps.tournaments.services.session import lock_tournament

MIN_OPEN_TIME: Final = timedelta(hours=6)
"""How long check-in must have been open before anyone is removed."""


def check_in(*, code: str, player: Player, now: datetime) -> Entry:
    """Check in a player. Repeating it changes nothing.

    :raises TournamentRefused: if check-in isn't open, or they haven't entered
    """
    with lock_tournament(code) as tournament:
        opens_at = tournament.check_in_opens_at
        if opens_at is None or tournament.live or tournament.ended:
            raise TournamentRefused(_("Check-in isn’t open."))
        if now < opens_at:
            raise TournamentRefused(_("Check-in opens 24 hours before the start."))
        entry = _find_asked_entrants(tournament).filter(player=player).first()
        if entry is None:
            raise TournamentRefused(_("You aren’t taking part."))
        if not entry.present(opens_at):
            entry.checked_in_at = now
            entry.save(update_fields=["checked_in_at"])
        return entry


def find_absent_entrants(tournament: Tournament) -> list[Entry]:
    """Return the entrants who would be removed if the tournament started now."""
    opens_at = tournament.check_in_opens_at
    return (
        [] if opens_at is None else [entry for entry in _find_asked_entrants(tournament) if not entry.present(opens_at)]
    )


def take_out_absent(tournament: Tournament, *, now: datetime) -> int:
    """Remove entrants who haven't checked in, promote from the waiting list, and return the number removed.

    No one is removed if they had little time. That is the case if the tournament starts early, its start was moved
    closer, or the site was down. The caller holds the tournament's lock.
    """
    asked = tournament.asked_at if tournament.reminded_for == tournament.starts_at else None
    if tournament.starts_at > now or asked is None or now - asked < MIN_OPEN_TIME:
        return 0
    gone = find_absent_entrants(tournament)
    Entry.objects.filter(pk__in=[entry.pk for entry in gone]).update(state=Entry.State.OUT, missed=True)
    for entry in gone:
        audit.add_audit_entry(tournament, "absent", now=now, one=entry.number)
    rows = Entry.objects.filter(pk__in=[entry.pk for entry in gone])
    notify.notify_players(
        tournament,
        notify.find_players_of_entries(rows),
        notify.DROPPED,
        key="absent",
        now=now,
        text=notify.DROPPED_ABSENT,
    )
    entries.disband_teams(rows, now=now)
    entries.promote_waiting_entrants(tournament, now=now)
    return len(gone)


def _find_asked_entrants(tournament: Tournament) -> QuerySet[Entry]:
    """Return the players who have entered or are on the waiting list."""
    states = (Entry.State.IN, Entry.State.WAITING)
    return Entry.objects.filter(tournament=tournament, state__in=states, player__isnull=False).order_by("number")
