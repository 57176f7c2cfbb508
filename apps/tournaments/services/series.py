"""Series of tournaments: the next one is copied from the last one, some days ahead, and opened."""

from __future__ import annotations

import calendar
import logging
from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db import IntegrityError, OperationalError, transaction
from django.utils.translation import gettext as _

from apps.accounts import time_zones
from apps.games import load_games
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Guest, Organiser, Series, Tournament
from apps.tournaments.services import audit, lifecycle
from apps.tournaments.services.session import lock_tournament

logger = logging.getLogger(__name__)

COPIED_FIELDS: Final = (
    "name", "about", "series", "game", "options", "pace", "pace_name", "plan", "rated", "listed", "vacations",
    "circle", "prizes", "check_in", "opponents", "least", "most", "invited_only", "least_rating", "most_rating",
    "least_share", "round_hours", "fixed", "break_hours", "by_itself", "bots_welcome",
)  # fmt: skip
"""Settings that a tournament takes from the one it is copied from."""


def look_ahead(*, now: datetime) -> None:
    """Create and open the tournaments that are due. If two workers try at once, only one is created."""
    for series in Series.objects.filter(active=True):
        try:
            _prepare_next_tournament(series, now)
        except IntegrityError:
            logger.info("Series %s: the next tournament exists already", series.pk)
        except OperationalError:  # A lock, or the database being down, isn't the series' fault.
            raise
        except Exception:  # One broken series must not stop all others.
            logger.exception("Series %s: could not prepare the next tournament", series.pk)


def _prepare_next_tournament(series: Series, now: datetime) -> None:
    last, before = [*series.tournaments.order_by("-starts_at")[:2], None, None][:2]
    if last is None or last.game not in load_games():
        return
    start = compute_next_start(
        series, _compute_intended_start(series, last.starts_at, before.starts_at) if before else last.starts_at
    )
    while start <= now:  # The site was down for longer than that.
        start = compute_next_start(series, start)
    if start - timedelta(days=series.ahead) <= now:
        with transaction.atomic():
            _create_next_tournament(last, start, now)


def start_series(*, code: str, every: str, nth: int, ahead: int, time_zone: str) -> Series:
    """Make this tournament the first of a series.

    :raises TournamentRefused: if it already is in an active one
    """
    with lock_tournament(code) as tournament:
        if tournament.series is not None and tournament.series.active:
            raise TournamentRefused(_("This tournament is already part of a series."))
        made = Series.objects.create(name=tournament.name, every=every, nth=nth, ahead=ahead, time_zone=time_zone)
        tournament.series = made
        tournament.save(update_fields=["series"])
        return made


def end_series(*, code: str) -> None:
    """End the series. Existing tournaments stay.

    :raises TournamentRefused: if there is no active one
    """
    with lock_tournament(code) as tournament:
        if not Series.objects.filter(tournaments=tournament, active=True).update(active=False):
            raise TournamentRefused(_("This tournament isn’t part of an active series."))


def copy_tournament(last: Tournament, *, starts_at: datetime) -> Tournament:
    """Return an unsaved tournament with the same settings."""
    return Tournament(**{name: getattr(last, name) for name in COPIED_FIELDS}, starts_at=starts_at)


def compute_next_start(series: Series, start: datetime) -> datetime:
    """Return the start after this one: the same weekday and time, in the series' time zone."""
    zone = time_zones.get_zone(series.time_zone)
    local = start.astimezone(zone)
    if series.every == Series.Every.WEEK:
        day = local.date() + timedelta(days=7)
    else:
        year, month = local.year + local.month // 12, local.month % 12 + 1
        day = _compute_nth_weekday(year, month, local.weekday(), series.nth)
    return datetime.combine(day, local.time(), tzinfo=zone)


def _compute_intended_start(series: Series, start: datetime, before: datetime) -> datetime:
    """Return a start at its intended clock time, even if clocks skipped that time on its day."""
    meant = before
    while meant.astimezone(UTC) < start.astimezone(UTC):
        meant = compute_next_start(series, meant)
    return meant if meant.astimezone(UTC) == start.astimezone(UTC) else start


def _compute_nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    days = [day for day in calendar.Calendar().itermonthdates(year, month) if day.month == month]
    fitting = [day for day in days if day.weekday() == weekday]
    return fitting[min(nth, len(fitting)) - 1 if nth > 0 else nth]


def _create_next_tournament(last: Tournament, starts_at: datetime, now: datetime) -> None:
    new = copy_tournament(last, starts_at=starts_at)
    new.status = Tournament.Status.OPEN
    lifecycle.create_tournament(new, by=None, now=now)
    for organiser in Organiser.objects.filter(tournament=last):
        Organiser.objects.create(tournament=new, player_id=organiser.player_id, helper=organiser.helper)
    Guest.objects.bulk_create(
        Guest(tournament=new, player_id=player, at=now)
        for player in Guest.objects.filter(tournament=last).values_list("player", flat=True)
    )
    audit.add_audit_entry(new, "opened", now=now)
