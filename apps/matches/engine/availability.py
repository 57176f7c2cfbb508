"""Quiet hours and vacations: when players rest. Pure: the present is an argument.

Quiet hours follow the wall clock of the player's time zone. If that clock is changed, a night starts when it first
shows the start and ends when it last shows the end. A skipped time counts as the instant of the change. So putting a
clock back wakes no one, and a night between two skipped times doesn't exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct
from msgspec.structs import replace

MINUTES_A_DAY: Final = 24 * 60
QUIET_STEP_MINUTES: Final = 15
MIN_QUIET_MINUTES: Final = 15
MAX_QUIET_MINUTES: Final = 9 * 60
"""Bounds of quiet hours, in minutes."""

QUIET_CHANGE_NOTICE: Final = timedelta(hours=24)
"""How long a change of quiet hours waits, so that no one falls asleep to escape a deadline."""

VACATION_DAYS_A_YEAR: Final = 30
VACATION_DAYS_IN_A_ROW: Final = 21
MIN_VACATION: Final = timedelta(days=1)
"""Limits of vacations. Every calendar day that a vacation touches counts once."""

Span: TypeAlias = tuple[datetime, datetime]
"""A start and an end. The end isn't part of it."""


class QuietHours(Struct, frozen=True):
    """The quiet hours of a player, and those that replace them at `changes_at`."""

    begins: int | None = None
    """Minutes after midnight on the player's wall clock, or None without quiet hours."""
    ends: int | None = None
    next_begins: int | None = None
    next_ends: int | None = None
    changes_at: datetime | None = None
    zone: str = "UTC"


NO_QUIET_HOURS: Final = QuietHours()
"""The quiet hours of a player who hasn't set any."""


class Availability(Struct, frozen=True):
    """The quiet hours and sorted vacations of one player."""

    quiet: QuietHours = NO_QUIET_HOURS
    vacations: tuple[Span, ...] = ()


ALWAYS_AWAKE: Final = Availability()
"""The availability of a player with neither quiet hours nor a vacation."""


def compute_night_minutes(begins: int, ends: int) -> int:
    """Return the minutes a night lasts on the wall clock, 0 if it starts and ends at the same time."""
    return (ends - begins) % MINUTES_A_DAY


def apply_due_change(quiet: QuietHours, at: datetime) -> QuietHours:
    """Return the quiet hours at this instant, with a due change already applied."""
    if quiet.changes_at is None or at < quiet.changes_at:
        return quiet
    return QuietHours(quiet.next_begins, quiet.next_ends, zone=quiet.zone)


def schedule_quiet_hours(quiet: QuietHours, begins: int | None, ends: int | None, at: datetime) -> QuietHours:
    """Return quiet hours that change after `QUIET_CHANGE_NOTICE`. Going back takes effect at once."""
    now = apply_due_change(quiet, at)
    if (now.begins, now.ends) == (begins, ends):
        return QuietHours(begins, ends, zone=quiet.zone)
    return QuietHours(now.begins, now.ends, begins, ends, at + QUIET_CHANGE_NOTICE, quiet.zone)


def move_quiet_hours(quiet: QuietHours, zone: str, at: datetime) -> QuietHours:
    """Return the quiet hours in another zone.

    The nights stay at the same instants until `QUIET_CHANGE_NOTICE` is over, and then follow the new clock.
    """
    now = apply_due_change(quiet, at)
    then = (now.begins, now.ends) if now.changes_at is None else (now.next_begins, now.next_ends)
    if now.begins is None or now.ends is None:
        return replace(now, zone=zone)
    ahead = _get_utc_offset(at, _get_zone(zone)) - _get_utc_offset(at, _get_zone(quiet.zone))
    minutes = int(ahead.total_seconds()) // 60
    begins, ends = (now.begins + minutes) % MINUTES_A_DAY, (now.ends + minutes) % MINUTES_A_DAY
    if (begins, ends) == then:
        return QuietHours(begins, ends, zone=zone)
    return QuietHours(begins, ends, *then, at + QUIET_CHANGE_NOTICE, zone)


def find_wake_up(quiet: QuietHours, at: datetime) -> datetime | None:
    """Return when the player wakes up, or None if they're awake at this instant."""
    until = None
    for begins_at, ends_at in list_nights(quiet, at):
        if begins_at > (until or at):
            break
        until = ends_at  # After a change, one night can end where the next starts.
    return until.astimezone(UTC) if until else None


def advance_while_awake(quiet: QuietHours, vacations: Iterable[Span], start: datetime, seconds: float) -> datetime:
    """Return the first instant at which the player has been awake for this many seconds since `start`."""
    cursor, left = start.astimezone(UTC), timedelta(seconds=seconds)
    for begins_at, ends_at in merge(list_nights(quiet, start), sorted(vacations)):
        if ends_at <= cursor:
            continue
        if cursor + left <= max(begins_at, cursor):
            break
        left -= max(begins_at - cursor, timedelta())
        cursor = ends_at.astimezone(UTC)
    return cursor + left


def compute_time_awake(quiet: QuietHours, vacations: Iterable[Span], start: datetime, until: datetime) -> timedelta:
    """Return how long the player was awake between these instants. This is the inverse of `advance_while_awake`."""
    cursor, found = start.astimezone(UTC), timedelta()
    for begins_at, ends_at in merge(list_nights(quiet, start), sorted(vacations)):
        if begins_at >= until:
            break
        found += max(begins_at - cursor, timedelta())
        cursor = max(cursor, ends_at.astimezone(UTC))
    return found + max(until - cursor, timedelta())


def list_nights(quiet: QuietHours, since: datetime) -> Iterator[Span]:
    """Yield every night that ends after `since`, in order and without end if there are quiet hours."""
    if quiet.changes_at is None:
        yield from _list_unchanging_nights(quiet.begins, quiet.ends, _get_zone(quiet.zone), since)
        return
    for begins_at, ends_at in _list_unchanging_nights(quiet.begins, quiet.ends, _get_zone(quiet.zone), since):
        if begins_at >= quiet.changes_at:
            break
        if quiet.changes_at > since:
            yield begins_at, min(ends_at, quiet.changes_at)
    later = max(since, quiet.changes_at)
    for begins_at, ends_at in _list_unchanging_nights(quiet.next_begins, quiet.next_ends, _get_zone(quiet.zone), later):
        yield max(begins_at, quiet.changes_at), ends_at


def get_calendar_day(at: datetime, zone: str) -> date:
    """Return the calendar day of an instant in this zone."""
    return at.astimezone(_get_zone(zone)).date()


def list_vacation_days(vacations: Iterable[Span], zone: str) -> frozenset[date]:
    """Return the calendar days of this zone that the vacations touch."""
    found: set[date] = set()
    for begins_at, ends_at in vacations:
        first, last = get_calendar_day(begins_at, zone), get_calendar_day(ends_at - timedelta.resolution, zone)
        found.update(first + timedelta(days=n) for n in range((last - first).days + 1))
    return frozenset(found)


def in_a_row(taken: frozenset[date], wanted: date) -> int:
    """Count the days without a gap that include this one."""
    if wanted not in taken:
        return 0
    first = last = wanted
    while first - timedelta(days=1) in taken:
        first -= timedelta(days=1)
    while last + timedelta(days=1) in taken:
        last += timedelta(days=1)
    return (last - first).days + 1


def midnight_after(last: date, zone: str) -> datetime:
    """Return the instant at which a calendar day ends in this zone."""
    return _convert_wall_time(datetime.combine(last + timedelta(days=1), time()), _get_zone(zone), fold=0)


def find_vacation_end(vacations: Sequence[Span], at: datetime) -> datetime | None:
    """Return when the player's current vacation ends, or None. Vacations that follow without a gap count as one."""
    until = None
    for begins_at, ends_at in sorted(vacations):
        if begins_at <= (until or at) < ends_at:
            until = ends_at
    return until


def select_planned_vacations(vacations: Sequence[Span], at: datetime) -> tuple[Span, ...]:
    """Return the vacations that start after this instant, without those that only prolong another."""
    ends = {ends_at for _, ends_at in vacations}
    return tuple(span for span in sorted(vacations) if span[0] > at and span[0] not in ends)


def select_next_vacation(vacations: Sequence[Span], at: datetime) -> Span | None:
    """Return the first planned vacation, or None."""
    return next(iter(select_planned_vacations(vacations, at)), None)


def _list_unchanging_nights(begins: int | None, ends: int | None, zone: ZoneInfo, since: datetime) -> Iterator[Span]:
    if begins is None or ends is None or begins == ends:
        return
    today = since.astimezone(zone).date() - timedelta(days=2)  # A clock changed by a whole day hides one of the days.
    while True:
        midnight = datetime.combine(today, time())
        begins_at = _convert_wall_time(midnight + timedelta(minutes=begins), zone, fold=0)
        ends_at = _convert_wall_time(
            midnight + timedelta(minutes=ends + (MINUTES_A_DAY if ends < begins else 0)), zone, fold=1
        )
        if begins_at < ends_at and ends_at > since:
            yield begins_at, ends_at
        today += timedelta(days=1)


def _convert_wall_time(wall: datetime, zone: ZoneInfo, *, fold: int) -> datetime:
    """Return when the zone's clock first (`fold` 0) or last (1) shows this time, or when it skips it."""
    at = wall.replace(tzinfo=zone, fold=fold).astimezone(UTC)
    if at.astimezone(zone).replace(tzinfo=None) == wall:
        return at
    # The time is skipped. Read with the offset before and after, its two instants enclose the change.
    before = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    after = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    old, second = _get_utc_offset(before, zone), timedelta(seconds=1)
    while after - before > second:
        middle = before + (after - before) // 2 // second * second
        before, after = (middle, after) if _get_utc_offset(middle, zone) == old else (before, middle)
    return after


def _get_utc_offset(at: datetime, zone: ZoneInfo) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta()


def _get_zone(name: str) -> ZoneInfo:
    """Return the zone, or UTC if this machine doesn't know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
