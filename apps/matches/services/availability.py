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
from apps.matches.store import availability as stored_availability

AHEAD: Final = timedelta(days=366)
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


def plan(*, player: int, now: datetime) -> Plan:
    """Return when this player rests."""
    known = stored_availability.of_player(player)
    zone = known.quiet.zone
    taken, year = availability.days(known.vacations, zone), availability.day(now, zone).year
    return Plan(
        quiet=availability.settled(known.quiet, now),
        away_until=availability.away(known.vacations, now),
        ahead=availability.planned(known.vacations, now),
        days_left=availability.DAYS_A_YEAR - sum(day.year == year for day in taken),
        first_day=availability.day(now + availability.SHORTEST, zone),
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
        _agree(begins, ends)
    with _locked(player) as known:
        quiet = availability.changed(known.quiet, begins, ends, now)
        _write(player, quiet)
    return quiet


def move(*, player: int, zone: str, now: datetime) -> None:
    """Prepare for a new time zone of the player: their nights follow it after the notice period.

    Must be called while the player's row still has the old zone, in the transaction that writes the new one.
    """
    with _locked(player) as known:
        if zone != known.quiet.zone and availability.settled(known.quiet, now) != QuietHours(zone=known.quiet.zone):
            _write(player, availability.moved(known.quiet, zone, now))


def go_on_vacation(*, player: int, until: date, now: datetime) -> datetime:
    """Start a vacation that lasts until the end of that day in the player's zone, or change the end of the current one.

    :raises AvailabilityRefused: if it's too short or too long, or no days are left
    """
    with _locked(player) as known:
        zone, running = known.quiet.zone, availability.away(known.vacations, now)
        try:
            ends_at = availability.midnight_after(until, zone)
        except OverflowError:
            raise AvailabilityRefused(_("That vacation is too long. Choose an earlier last day.")) from None
        if ends_at < now + availability.SHORTEST:
            raise AvailabilityRefused(
                _("A vacation must last at least 1 day. Choose tomorrow or later as the last day.")
            )
        _apart(availability.planned(known.vacations, now), running or now, ends_at)
        _enough(_with(known, now, min(ends_at, now + timedelta(days=400))), now, now, zone)
        if running is None or running < ends_at:  # Earlier spans stay, because their deadlines have moved already.
            Vacation.objects.create(player_id=player, begins_at=running or now, ends_at=ends_at)
        else:
            _cut_short(player, now, running, ends_at)
    if running is None:
        match_vacations.begin(player=player, now=now)
    elif running > ends_at:
        match_vacations.end(player=player, planned=running, ends_at=ends_at, now=now)
    else:
        match_vacations.go_on(player=player, now=now)
    return ends_at


def come_back(*, player: int, now: datetime) -> None:
    """End the vacation now.

    :raises AvailabilityRefused: if the player isn't on one
    """
    with _locked(player) as known:
        running = availability.away(known.vacations, now)
        if running is None:
            raise AvailabilityRefused(_("You’re not on vacation."))
        _cut_short(player, now, running, now)
    match_vacations.end(player=player, planned=running, ends_at=now, now=now)


def plan_vacation(*, player: int, since: date, until: date, now: datetime) -> availability.Span:
    """Plan a vacation from the start of one day to the end of another, in the player's zone.

    :raises AvailabilityRefused: if it isn't ahead, is too long, touches another one, or no days are left
    """
    with _locked(player) as known:
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
        if span[0] > now + AHEAD:
            raise AvailabilityRefused(_("You can’t plan a vacation more than a year ahead."))
        _apart(known.vacations, *span)
        within = span[0], min(span[1], span[0] + timedelta(days=400))
        _enough([*known.vacations, within], span[0], now, zone)
        Vacation.objects.create(player_id=player, begins_at=span[0], ends_at=span[1])
    match_vacations.plan(player=player, now=now)
    return span


def call_off(*, player: int, begins_at: datetime, now: datetime) -> None:
    """Cancel the planned vacation that starts then.

    :raises AvailabilityRefused: if there's none, or it has started
    """
    with _locked(player) as known:
        span = next((span for span in availability.planned(known.vacations, now) if span[0] == begins_at), None)
        if span is None:
            raise AvailabilityRefused(_("You have no vacation planned for that time."))
        Vacation.objects.filter(player=player, begins_at=span[0]).delete()
    match_vacations.call_off(player=player, planned=span, now=now)


def _cut_short(player: int, now: datetime, running: datetime, ends_at: datetime) -> None:
    """End the current vacation, with all that prolonged it, at this instant. Planned ones stay."""
    chain = Vacation.objects.filter(player=player, begins_at__lt=running)
    chain.filter(begins_at__gte=ends_at, begins_at__gt=now).delete()
    chain.filter(ends_at__gt=ends_at).update(ends_at=ends_at)


def _apart(others: Iterable[availability.Span], begins_at: datetime, ends_at: datetime) -> None:
    """Check that a vacation doesn't touch others, because deadlines are moved for each one separately.

    :raises AvailabilityRefused: if it overlaps or touches one of the others
    """
    if any(begins <= ends_at and begins_at <= ends for begins, ends in others):
        raise AvailabilityRefused(
            _("These days overlap another vacation or are right next to one. Change or cancel that one first.")
        )


def _agree(begins: int, ends: int) -> None:
    if not all(0 <= minutes < availability.DAY and minutes % availability.STEP == 0 for minutes in (begins, ends)):
        raise AvailabilityRefused(_("Quiet hours must start and end on a quarter hour, such as 22:15."))
    if availability.length(begins, ends) < availability.LEAST:
        raise AvailabilityRefused(_("Quiet hours must last at least 15 minutes."))
    if availability.length(begins, ends) > availability.MOST:
        raise AvailabilityRefused(
            _("Quiet hours can’t be longer than %(hours)d hours, so that other players get their turns.")
            % {"hours": availability.MOST // 60}
        )


def _enough(spans: list[availability.Span], begins_at: datetime, now: datetime, zone: str) -> None:
    """Check that these vacations are within the limits.

    :param begins_at: the start of the new one among them
    :raises AvailabilityRefused: if they are more than a player can take
    """
    taken = availability.days(spans, zone)
    if availability.in_a_row(taken, availability.day(begins_at, zone)) > availability.DAYS_IN_A_ROW:
        if begins_at > now:
            raise AvailabilityRefused(
                _("You can’t be on vacation for more than %(days)d days in a row.")
                % {"days": availability.DAYS_IN_A_ROW}
            )
        raise AvailabilityRefused(
            _(
                "You can’t be on vacation for more than %(days)d days in a row, counting the days you’ve already "
                "been away."
            )
            % {"days": availability.DAYS_IN_A_ROW}
        )
    for year in sorted({day.year for day in taken if day >= availability.day(now, zone)}):
        over = sum(day.year == year for day in taken) - availability.DAYS_A_YEAR
        if over > 0:
            raise AvailabilityRefused(
                ngettext(
                    "That’s 1 day more than the %(all)d allowed per year. Choose an earlier day.",
                    "That’s %(over)d days more than the %(all)d allowed per year. Choose an earlier day.",
                    over,
                )
                % {"over": over, "all": availability.DAYS_A_YEAR}
            )


def _with(known: Availability, now: datetime, ends_at: datetime) -> list[availability.Span]:
    """Return all vacations with the current one ending then, or else with one that starts now."""
    running = [span for span in known.vacations if span[0] <= now < span[1]]
    others = [span for span in known.vacations if span not in running]
    return [*others, *((begins_at, ends_at) for begins_at, _then in running or [(now, now)])]


def _write(player: int, quiet: QuietHours) -> None:
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
def _locked(player: int) -> Iterator[Availability]:
    """Lock a player's availability and yield it."""
    with atomic_or_busy():
        get_user_model().objects.select_for_update(no_key=True).get(pk=player)
        yield stored_availability.of_player(player)
