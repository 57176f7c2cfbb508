"""Reminders: on the day before the start, to organisers if entrants are lacking, and to a table that is waiting."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.matches.selectors import match_view, unanswered
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import REMINDER_LEAD_TIME, AuditEntry, Entry, PodMatch, Tournament
from apps.tournaments.selectors.waiting import REMINDER_PAUSE
from apps.tournaments.services import audit, check_in, notify
from apps.tournaments.services.session import lock_tournament


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


def remind_table(*, code: str, number: int, index: int, by: int | None, now: datetime) -> None:
    """Remind the players a table is waiting for. No one learns who had already answered.

    :raises TournamentRefused: if it waits for no player, or was reminded within a day
    """
    with lock_tournament(code) as tournament:
        playing = PodMatch.objects.filter(
            pod__round__tournament=tournament, pod__round__number=number, pod__index=index, match__over_at=None
        )
        matches = {one.match_id: one for one in playing.filter(match__isnull=False).select_related("match", "pod")}
        views = match_view.watch_all(match_view.load_watched([pk for pk in matches if pk is not None]))
        asked = {pk: [person.seat for person in view.people if person.awaited and not person.bot]
                 for pk, view in views.items()}  # fmt: skip
        if tournament.status != Tournament.Status.RUNNING or not any(asked.values()):
            raise TournamentRefused(_("This table isn’t waiting for a player."))
        words = {"round": number + 1, "table": index + 1}
        if AuditEntry.objects.filter(
            tournament=tournament,
            what="reminded",
            at__gt=now - REMINDER_PAUSE,
            words__round=number + 1,
            words__table=index + 1,
        ).exists():
            raise TournamentRefused(_("This table was already reminded in the last 24 hours. Give it time."))
        for pk, seats in asked.items():
            _remind_players(tournament, matches[pk], seats, now)
        audit.add_audit_entry(tournament, "reminded", now=now, by=by, **words)


def _remind_players(tournament: Tournament, place: PodMatch, seats: Sequence[int], now: datetime) -> None:
    if place.match is None:
        return
    code, ends_at = place.match.code, place.pod.ends_at
    notify.notify_each_player(
        tournament,
        {player: {} for player in unanswered.find_unanswered_players(code=code, among=seats)},
        notify.REMINDED,
        key=f"remind:{code}:{now:%Y%m%d%H%M%S}",
        now=now,
        text=notify.CALL_WHY if ends_at else "",
        at=ends_at,
        path=reverse("matches:page", args=[code]),
    )
