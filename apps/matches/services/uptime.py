"""Outages of the server, so that no player is punished for a time in which no one could answer.

Only processes that serve pages beat, with or without visitors, because people answer through them. The first to beat
after a gap records an outage. Every match moves its deadlines by it when it's next loaded (see `store.repository`).

While pages are served but the sweep rests, there is no outage: answers are accepted, and visits settle what expired.
While no pages are served, the sweep waits, because silence is no answer then.

If the database's clock is set forward, that counts as an outage, because deadlines would come too early. After it was
set back, the pulse advances in tiny steps until time has caught up. It never goes back, or two machines with different
clocks would report outages for ever.
"""

# Model._meta is public API.
# ruff: noqa: SLF001
# SQL is built from names of tables.
# ruff: noqa: S608

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.db import transaction

from apps.common import clocks
from apps.common.sql import fetch_rows, parse_instant
from apps.common.transactions import passing_locks
from apps.matches.models import Match, Outage, Pulse

logger = logging.getLogger(__name__)

PULSE_INTERVAL: Final = timedelta(seconds=2)
"""How often a process that serves pages checks the pulse, and writes it if no other process has."""
BEAT_INTERVAL: Final = timedelta(seconds=5)
"""How long after a beat its process needn't check again."""


class _Look(NamedTuple):
    at: datetime
    uptime: float


_beaten: list[datetime] = []
"""When this process last beat."""
_found: list[_Look] = []
"""The pulse as this process last found it, and since when it could be so old."""
_looked: list[float] = []
"""When this process last checked the pulse."""


def measure_uptime() -> float:
    """Return the seconds of a clock that is never set and keeps going while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def beat_if_due(*, now: datetime) -> None:
    """Beat if this process hasn't just done so, so that an outage is noticed before anything counts as late."""
    if not (_beaten and timedelta() <= now - _beaten[0] < BEAT_INTERVAL):
        record_pulse(now=now)


def record_pulse(*, now: datetime) -> None:
    """Record that people can answer, and notice if they couldn't.

    The first of all processes to return after a gap records it, exactly once. If the pulse is locked, it's left to the
    lock's holder or the next beat.
    """
    now += clocks.adjust_clock()
    with passing_locks():
        at = _load_pulse()
        if (at is None or not timedelta() <= now - at < PULSE_INTERVAL) and not _went_on(now):
            _write_pulse(now)
        _beaten[:] = [now]


def is_site_down(*, now: datetime) -> bool:
    """Check whether it seems that no one can answer now, so that silence must not count as an answer.

    A pulse that changes is alive, even if its machine's clock is wrong.
    """
    at = _load_pulse()
    if at is None:
        return False
    passed = measure_uptime()
    if not _found or _found[0].at != at:
        since = passed - max(now - at, timedelta()).total_seconds()
        if _found:  # It came after the last check, even if its timestamp is older.
            since = max(since, _looked[0])
        _found[:] = [_Look(at, since)]
    _looked[:] = [passed]
    return passed - _found[0].uptime > settings.SLOWFUSE_OUTAGE_SECONDS / 2


def find_outages(*, after: int = 0) -> list[tuple[int, datetime, datetime]]:
    """Return the outages after this number, as (number, start, end)."""
    return list(Outage.objects.filter(pk__gt=after).order_by("pk").values_list("pk", "began_at", "ended_at"))


def forget_checks() -> None:
    """Forget all checks, like a process that has just started."""
    _beaten.clear()
    _found.clear()
    _looked.clear()


def _load_pulse() -> datetime | None:
    """Return the pulse. Every process asks every other second, so this builds no query."""
    found = fetch_rows(f"SELECT CAST(at AS VARCHAR(40)) FROM {Pulse._meta.db_table} WHERE id = 1", [])
    return parse_instant(found[0][0]) if found else None


def _went_on(now: datetime) -> bool:
    """Write the pulse unless there was a gap, and return whether that worked.

    This is the usual case, and it isn't in a transaction. A machine cut off within one would keep the row locked for a
    while, and no process could record a beat.
    """
    since = now - timedelta(seconds=settings.SLOWFUSE_OUTAGE_SECONDS)
    return bool(Pulse.objects.filter(pk=1, at__gte=since, at__lt=now).update(at=now))


def _write_pulse(now: datetime) -> None:
    with transaction.atomic():
        row = Pulse.objects.select_for_update(no_key=True).filter(pk=1).first()
        if row is None:
            Pulse.objects.bulk_create([Pulse(pk=1, at=now)], ignore_conflicts=True)
            return
        if now - row.at > timedelta(seconds=settings.SLOWFUSE_OUTAGE_SECONDS):
            _record_outage(row.at, now)
        row.at = max(now, row.at + timedelta.resolution)
        row.save(force_update=True)


def _record_outage(began_at: datetime, ended_at: datetime) -> None:
    Outage.objects.create(began_at=began_at, ended_at=ended_at)
    # Deadlines that passed meanwhile are moved when a sweep or a player loads their match. Waking all others here loads
    # them soon, too, so that every page shows the moved deadline.
    Match.with_sandboxes.filter(status=Match.Status.PLAYING, wake_at__isnull=False).update(wake_at=ended_at)
    seconds = round((ended_at - began_at).total_seconds())
    logger.warning("Slow Fuse was down for %d s, until %s. All deadlines were moved by that time", seconds, ended_at)
