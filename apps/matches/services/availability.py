"""Players' quiet hours and vacations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.common.transactions import atomic_or_busy
from apps.matches.engine import availability
from apps.matches.engine.availability import Availability, QuietHours
from apps.matches.errors import AvailabilityRefused
from apps.matches.models import QuietHoursRow, Vacation
from apps.matches.services import match_vacations
from apps.matches.store.availability import load_availability

MAX_PLANNED_AHEAD: Final = timedelta(days=366)
"""How far ahead a vacation can be planned."""


@dataclass(frozen=True)
class Plan:
    """A player's availability as shown on their own page."""

    quiet: QuietHours
    """The current quiet hours, with any change that still waits."""
    away_until: datetime | None
    """The end of their current vacation, if any."""
    ahead: tuple[availability.Span, ...]
    """Their planned vacations."""
    days_left: int
    """Days of vacation left this year."""
    first_day: date
    """The earliest last day of a vacation that starts now, and the earliest first day of a planned one."""


def load_rest_plan(*, player: int, now: datetime) -> Plan:
    """Return when this player rests."""
    known = load_availability(player)
    zone = known.quiet.zone
    taken, year = availability.list_vacation_days(known.vacations, zone), availability.get_calendar_day(now, zone).year
    return Plan(
        quiet=availability.apply_due_change(known.quiet, now),
        away_until=availability.find_vacation_end(known.vacations, now),
        ahead=availability.select_planned_vacations(known.vacations, now),
        days_left=availability.VACATION_DAYS_A_YEAR - sum(day.year == year for day in taken),
        first_day=availability.get_calendar_day(now + availability.MIN_VACATION, zone),
    )


def keep_quiet(*, player: int, begins: int | None, ends: int | None, now: datetime) -> QuietHours:
    """Set the player's quiet hours after the notice period, and return them with those that hold until then.

    Open questions keep their deadlines.

    :param begins: minutes after midnight, or None for no quiet hours
    :raises AvailabilityRefused: if they are too long, too short, or not on quarter hours
    """
    if (begins is None) != (ends is None):
        raise AvailabilityRefused(_("Quiet hours need a start and an end."))
    if begins is not None and ends is not None:
        _check_quiet_hours(begins, ends)
    with _lock_availability(player) as known:
        quiet = availability.schedule_quiet_hours(known.quiet, begins, ends, now)
        _save_quiet_hours(player, quiet)
    return quiet


def prepare_time_zone_change(*, player: int, zone: str, now: datetime) -> None:
    """Prepare for a new time zone of the player: their nights follow it after the notice period.

    Must be called while the player's row still has the old zone, in the transaction that writes the new one.
    """
    with _lock_availability(player) as known:
        if zone != known.quiet.zone and availability.apply_due_change(known.quiet, now) != QuietHours(
            zone=known.quiet.zone
        ):
            _save_quiet_hours(player, availability.move_quiet_hours(known.quiet, zone, now))


def go_on_vacation(*, player: int, until: date, now: datetime) -> datetime:
    """Start a vacation that lasts until the end of that day in the player's zone, or change the end of the current one.

    :raises AvailabilityRefused: if it's too short or too long, or no days are left
    """
    with _lock_availability(player) as known:
        zone, running = known.quiet.zone, availability.find_vacation_end(known.vacations, now)
        try:
            ends_at = availability.midnight_after(until, zone)
        except OverflowError:
            raise AvailabilityRefused(_("That vacation is too long. Choose an earlier last day.")) from None
        if ends_at < now + availability.MIN_VACATION:
            raise AvailabilityRefused(
                _("A vacation must last at least 1 day. Choose tomorrow or later as the last day.")
            )
        _check_apart(availability.select_planned_vacations(known.vacations, now), running or now, ends_at)
        _check_vacation_limits(
            _list_vacations_until(known, now, min(ends_at, now + timedelta(days=400))), now, now, zone
        )
        if running is None or running < ends_at:  # Earlier spans stay, because their deadlines have moved already.
            Vacation.objects.create(player_id=player, begins_at=running or now, ends_at=ends_at)
        else:
            _cut_short(player, now, running, ends_at)
    if running is None:
        match_vacations.apply_started_vacation(player=player, now=now)
    elif running > ends_at:
        match_vacations.apply_shortened_vacation(player=player, planned=running, ends_at=ends_at, now=now)
    else:
        match_vacations.apply_prolonged_vacation(player=player, now=now)
    return ends_at


def come_back(*, player: int, now: datetime) -> None:
    """End the vacation now.

    :raises AvailabilityRefused: if the player isn't on one
    """
    with _lock_availability(player) as known:
        running = availability.find_vacation_end(known.vacations, now)
        if running is None:
            raise AvailabilityRefused(_("You’re not on vacation."))
        _cut_short(player, now, running, now)
    match_vacations.apply_shortened_vacation(player=player, planned=running, ends_at=now, now=now)


def plan_vacation(*, player: int, since: date, until: date, now: datetime) -> availability.Span:
    """Plan a vacation from the start of one day to the end of another, in the player's zone.

    :raises AvailabilityRefused: if it isn't ahead, is too long, touches another one, or no days are left
    """
    with _lock_availability(player) as known:
        zone = known.quiet.zone
        try:
            span = (
                availability.midnight_after(since - timedelta(days=1), zone),
                availability.midnight_after(until, zone),
            )
        except OverflowError:
            raise AvailabilityRefused(_("That vacation is too long. Choose an earlier last day.")) from None
        if span[0] <= now:
            raise AvailabilityRefused(_("A planned vacation can’t start before tomorrow."))
        if until < since:
            raise AvailabilityRefused(_("A vacation can’t end before it starts."))
        if span[0] > now + MAX_PLANNED_AHEAD:
            raise AvailabilityRefused(_("You can’t plan a vacation more than a year ahead."))
        _check_apart(known.vacations, *span)
        within = span[0], min(span[1], span[0] + timedelta(days=400))
        _check_vacation_limits([*known.vacations, within], span[0], now, zone)
        Vacation.objects.create(player_id=player, begins_at=span[0], ends_at=span[1])
    match_vacations.apply_planned_vacation(player=player, now=now)
    return span


def cancel_planned_vacation(*, player: int, begins_at: datetime, now: datetime) -> None:
    """Cancel the planned vacation that starts then.

    :raises AvailabilityRefused: if there's none, or it has started
    """
    with _lock_availability(player) as known:
        span = next(
            (span for span in availability.select_planned_vacations(known.vacations, now) if span[0] == begins_at), None
        )
        if span is None:
            raise AvailabilityRefused(_("You have no vacation planned for that time."))
        Vacation.objects.filter(player=player, begins_at=span[0]).delete()
    match_vacations.apply_cancelled_vacation(player=player, planned=span, now=now)


def _cut_short(player: int, now: datetime, running: datetime, ends_at: datetime) -> None:
    """End the current vacation, with all that prolonged it, at this instant. Planned ones stay."""
    chain = Vacation.objects.filter(player=player, begins_at__lt=running)
    chain.filter(begins_at__gte=ends_at, begins_at__gt=now).delete()
    chain.filter(ends_at__gt=ends_at).update(ends_at=ends_at)


def _check_apart(others: Iterable[availability.Span], begins_at: datetime, ends_at: datetime) -> None:
    """Check that a vacation doesn't touch others, because deadlines are moved for each one separately.

    :raises AvailabilityRefused: if it overlaps or touches one of the others
    """
    if any(begins <= ends_at and begins_at <= ends for begins, ends in others):
        raise AvailabilityRefused(
            _("These days overlap another vacation or are right next to one. Change or cancel that one first.")
        )


def _check_quiet_hours(begins: int, ends: int) -> None:
    if not all(
        0 <= minutes < availability.MINUTES_A_DAY and minutes % availability.QUIET_STEP_MINUTES == 0
        for minutes in (begins, ends)
    ):
        raise AvailabilityRefused(_("Quiet hours must start and end on a quarter hour, such as 22:15."))
    if availability.compute_night_minutes(begins, ends) < availability.MIN_QUIET_MINUTES:
        raise AvailabilityRefused(_("Quiet hours must last at least 15 minutes."))
    if availability.compute_night_minutes(begins, ends) > availability.MAX_QUIET_MINUTES:
        raise AvailabilityRefused(
            _("Quiet hours can’t be longer than %(hours)d hours, so that other players get their turns.")
            % {"hours": availability.MAX_QUIET_MINUTES // 60}
        )


def _check_vacation_limits(spans: list[availability.Span], begins_at: datetime, now: datetime, zone: str) -> None:
    """Check that these vacations are within the limits.

    :param begins_at: the start of the new one among them
    :raises AvailabilityRefused: if they are more than a player can take
    """
    taken = availability.list_vacation_days(spans, zone)
    if (
        availability.in_a_row(taken, availability.get_calendar_day(begins_at, zone))
        > availability.VACATION_DAYS_IN_A_ROW
    ):
        if begins_at > now:
            raise AvailabilityRefused(
                _("You can’t be on vacation for more than %(days)d days in a row.")
                % {"days": availability.VACATION_DAYS_IN_A_ROW}
            )
        raise AvailabilityRefused(
            _(
                "You can’t be on vacation for more than %(days)d days in a row, counting the days you’ve already "
                "been away."
            )
            % {"days": availability.VACATION_DAYS_IN_A_ROW}
        )
    for year in sorted({day.year for day in taken if day >= availability.get_calendar_day(now, zone)}):
        over = sum(day.year == year for day in taken) - availability.VACATION_DAYS_A_YEAR
        if over > 0:
            raise AvailabilityRefused(
                ngettext(
                    "That’s 1 day more than the %(all)d allowed per year. Choose an earlier day.",
                    "That’s %(over)d days more than the %(all)d allowed per year. Choose an earlier day.",
                    over,
                )
                % {"over": over, "all": availability.VACATION_DAYS_A_YEAR}
            )


def _list_vacations_until(known: Availability, now: datetime, ends_at: datetime) -> list[availability.Span]:
    """Return all vacations with the current one ending then, or else with one that starts now."""
    running = [span for span in known.vacations if span[0] <= now < span[1]]
    others = [span for span in known.vacations if span not in running]
    return [*others, *((begins_at, ends_at) for begins_at, _then in running or [(now, now)])]


def _save_quiet_hours(player: int, quiet: QuietHours) -> None:
    QuietHoursRow.objects.update_or_create(
        player_id=player,
        defaults={
            "begins": quiet.begins,
            "ends": quiet.ends,
            "next_begins": quiet.next_begins,
            "next_ends": quiet.next_ends,
            "changes_at": quiet.changes_at,
        },
    )


@contextmanager
def _lock_availability(player: int) -> Iterator[Availability]:
    """Lock a player's availability and yield it."""
    with atomic_or_busy():
        get_user_model().objects.select_for_update(no_key=True).get(pk=player)
        yield load_availability(player)
