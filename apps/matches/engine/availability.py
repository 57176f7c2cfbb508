"""When players rest: quiet hours day by day, and vacations. Pure: is given the present.

Quiet hours are read off the wall clock of the player's zone. Where that clock is changed, a night begins when the clock
shows `begins` for the first time and ends when it shows `ends` for the last time; a time the clock skips is the instant
at which it skips it. So nobody is woken by a clock put back, and a night between two skipped times does not exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct
from msgspec.structs import replace

DAY: Final = 24 * 60
STEP: Final = 15
LEAST: Final = 15
MOST: Final = 9 * 60
"""Bounds of quiet hours, in minutes."""

NOTICE: Final = timedelta(hours=24)
"""How long a change of quiet hours waits, so that nobody falls asleep to escape a deadline."""

DAYS_A_YEAR: Final = 30
DAYS_IN_A_ROW: Final = 21
SHORTEST: Final = timedelta(days=1)
"""Bounds of vacations. Every calendar day that one touches counts, once."""

Span: TypeAlias = tuple[datetime, datetime]
"""From, until: the end does not belong to it."""


class QuietHours(Struct, frozen=True):
    """The quiet hours of a player, and what they will be from `changes_at` on."""

    begins: int | None = None
    """Minutes after midnight on the player's wall clock; None: no quiet hours."""
    ends: int | None = None
    next_begins: int | None = None
    next_ends: int | None = None
    changes_at: datetime | None = None
    zone: str = "UTC"


NEVER: Final = QuietHours()
"""Whoever has not set any."""


class Availability(Struct, frozen=True):
    """When one player rests: their quiet hours, and vacations in order."""

    quiet: QuietHours = NEVER
    vacations: tuple[Span, ...] = ()


AWAKE: Final = Availability()
"""Whoever has neither quiet hours nor a vacation."""


def length(begins: int, ends: int) -> int:
    """How many minutes a night lasts on the wall clock; 0 if it ends when it begins."""
    return (ends - begins) % DAY


def settled(quiet: QuietHours, at: datetime) -> QuietHours:
    """The same quiet hours at this instant, without a change that has come into effect."""
    if quiet.changes_at is None or at < quiet.changes_at:
        return quiet
    return QuietHours(quiet.next_begins, quiet.next_ends, zone=quiet.zone)


def changed(quiet: QuietHours, begins: int | None, ends: int | None, at: datetime) -> QuietHours:
    """With other hours, in effect when `NOTICE` is over; back to the present ones at once."""
    now = settled(quiet, at)
    if (now.begins, now.ends) == (begins, ends):
        return QuietHours(begins, ends, zone=quiet.zone)
    return QuietHours(now.begins, now.ends, begins, ends, at + NOTICE, quiet.zone)


def moved(quiet: QuietHours, zone: str, at: datetime) -> QuietHours:
    """The player's clock is another one: the nights stay where they are until `NOTICE` is over, then follow it."""
    now = settled(quiet, at)
    then = (now.begins, now.ends) if now.changes_at is None else (now.next_begins, now.next_ends)
    if now.begins is None or now.ends is None:
        return replace(now, zone=zone)
    ahead = _offset(at, _zone(zone)) - _offset(at, _zone(quiet.zone))
    minutes = int(ahead.total_seconds()) // 60
    begins, ends = (now.begins + minutes) % DAY, (now.ends + minutes) % DAY
    if (begins, ends) == then:
        return QuietHours(begins, ends, zone=zone)
    return QuietHours(begins, ends, *then, at + NOTICE, zone)


def sleeping(quiet: QuietHours, at: datetime) -> datetime | None:
    """When the player wakes up, if they sleep at this instant; None if they are awake."""
    until = None
    for begins_at, ends_at in nights(quiet, at):
        if begins_at > (until or at):
            break
        until = ends_at  # A change may let one night end where the next begins.
    return until.astimezone(UTC) if until else None


def advance(quiet: QuietHours, vacations: Iterable[Span], start: datetime, seconds: float) -> datetime:
    """The first instant at which the player was awake for so many seconds since `start`."""
    cursor, left = start.astimezone(UTC), timedelta(seconds=seconds)
    for begins_at, ends_at in merge(nights(quiet, start), sorted(vacations)):
        if ends_at <= cursor:
            continue
        if cursor + left <= max(begins_at, cursor):
            break
        left -= max(begins_at - cursor, timedelta())
        cursor = ends_at.astimezone(UTC)
    return cursor + left


def awake(quiet: QuietHours, vacations: Iterable[Span], start: datetime, until: datetime) -> timedelta:
    """How long the player was awake between these instants: what `advance` undoes."""
    cursor, found = start.astimezone(UTC), timedelta()
    for begins_at, ends_at in merge(nights(quiet, start), sorted(vacations)):
        if begins_at >= until:
            break
        found += max(begins_at - cursor, timedelta())
        cursor = max(cursor, ends_at.astimezone(UTC))
    return found + max(until - cursor, timedelta())


def nights(quiet: QuietHours, since: datetime) -> Iterator[Span]:
    """Every night that ends after `since`, in order: an endless row, if there are quiet hours."""
    if quiet.changes_at is None:
        yield from _nights(quiet.begins, quiet.ends, _zone(quiet.zone), since)
        return
    for begins_at, ends_at in _nights(quiet.begins, quiet.ends, _zone(quiet.zone), since):
        if begins_at >= quiet.changes_at:
            break
        if quiet.changes_at > since:
            yield begins_at, min(ends_at, quiet.changes_at)
    later = max(since, quiet.changes_at)
    for begins_at, ends_at in _nights(quiet.next_begins, quiet.next_ends, _zone(quiet.zone), later):
        yield max(begins_at, quiet.changes_at), ends_at


def day(at: datetime, zone: str) -> date:
    """The calendar day that instant belongs to there."""
    return at.astimezone(_zone(zone)).date()


def days(vacations: Iterable[Span], zone: str) -> frozenset[date]:
    """The calendar days of that zone that vacations touch."""
    found: set[date] = set()
    for begins_at, ends_at in vacations:
        first, last = day(begins_at, zone), day(ends_at - timedelta.resolution, zone)
        found.update(first + timedelta(days=n) for n in range((last - first).days + 1))
    return frozenset(found)


def in_a_row(taken: frozenset[date], wanted: date) -> int:
    """How many days without a gap, this one among them."""
    if wanted not in taken:
        return 0
    first = last = wanted
    while first - timedelta(days=1) in taken:
        first -= timedelta(days=1)
    while last + timedelta(days=1) in taken:
        last += timedelta(days=1)
    return (last - first).days + 1


def midnight_after(last: date, zone: str) -> datetime:
    """The instant at which that calendar day is over there."""
    return _instant(datetime.combine(last + timedelta(days=1), time()), _zone(zone), fold=0)


def away(vacations: Sequence[Span], at: datetime) -> datetime | None:
    """Until when the player is on vacation at this instant, if they are; one that begins where it ends goes on."""
    until = None
    for begins_at, ends_at in sorted(vacations):
        if begins_at <= (until or at) < ends_at:
            until = ends_at
    return until


def planned(vacations: Sequence[Span], at: datetime) -> tuple[Span, ...]:
    """The vacations that begin after this instant; not what prolongs one, which begins where another ends."""
    ends = {ends_at for _, ends_at in vacations}
    return tuple(span for span in sorted(vacations) if span[0] > at and span[0] not in ends)


def ahead(vacations: Sequence[Span], at: datetime) -> Span | None:
    """The first of those."""
    return next(iter(planned(vacations, at)), None)


def _nights(begins: int | None, ends: int | None, zone: ZoneInfo, since: datetime) -> Iterator[Span]:
    if begins is None or ends is None or begins == ends:
        return
    today = since.astimezone(zone).date() - timedelta(days=2)  # A clock changed by a whole day hides one of them.
    while True:
        midnight = datetime.combine(today, time())
        begins_at = _instant(midnight + timedelta(minutes=begins), zone, fold=0)
        ends_at = _instant(midnight + timedelta(minutes=ends + (DAY if ends < begins else 0)), zone, fold=1)
        if begins_at < ends_at and ends_at > since:
            yield begins_at, ends_at
        today += timedelta(days=1)


def _instant(wall: datetime, zone: ZoneInfo, *, fold: int) -> datetime:
    """When the clock of that zone shows this time for the first (`fold` 0) or last (1) time, or skips it."""
    at = wall.replace(tzinfo=zone, fold=fold).astimezone(UTC)
    if at.astimezone(zone).replace(tzinfo=None) == wall:
        return at
    # It is skipped: read with the offset of either side, the two instants embrace the change.
    before = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    after = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    old, second = _offset(before, zone), timedelta(seconds=1)
    while after - before > second:
        middle = before + (after - before) // 2 // second * second
        before, after = (middle, after) if _offset(middle, zone) == old else (before, middle)
    return after


def _offset(at: datetime, zone: ZoneInfo) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta()


def _zone(name: str) -> ZoneInfo:
    """A zone this machine has lost is UTC, as everywhere in the house."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
