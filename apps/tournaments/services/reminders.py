"""The day before a tournament begins: who takes part is reminded or asked to check in, and its organisers are told if
too few have come.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Q

from apps.tournaments.models import EVE, Entry, Tournament
from apps.tournaments.services import check_in, notify


def due(*, now: datetime) -> Q:
    """Whose start is near and was not reminded of: a start that was moved is another one. With a status in front it is
    a piece of an index, and of that piece only those that were not done yet are ever taken in hand.
    """
    return Q(starts_at__lte=now + EVE) & ~Q(reminded_for=F("starts_at"))


def owed(tournament: Tournament, *, now: datetime) -> bool:
    """The same of one that is held."""
    return tournament.starts_at <= now + EVE and tournament.reminded_for != tournament.starts_at


def remind(tournament: Tournament, *, now: datetime) -> None:
    """Once for each start; the caller holds the tournament, which has not begun. Who came within the last day knows
    when it begins, and whoever made it so late knows how many can have come.
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
