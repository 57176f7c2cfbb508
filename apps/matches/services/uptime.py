"""Whether the house was open: a time in which nobody could answer is nobody's fault.

Processes that serve pages beat, whoever visits them: they are where people answer. Whoever beats first after a gap
records an outage, and every match moves its deadlines by it when it is next in hand (see `store.repository`).
Nobody else beats.
While the sweep rests and pages are served, answers are taken and what lapsed is settled by whoever looks: no outage.
While no pages are served, the sweep waits, for silence is no answer then.

A clock set forward is no gap, if somebody was awake to see it. After one was set back the pulse only trickles until it
has caught up: it never goes back, lest two machines whose clocks differ call each other's time an outage for ever.
"""

# A model's _meta is its public door.
# ruff: noqa: SLF001
# SQL is put together from names of tables.
# ruff: noqa: S608

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.db import transaction

from apps.common import clocks
from apps.common.transactions import passing_locks
from apps.matches.models import Match, Outage, Pulse
from apps.matches.store.sql import fetch, instant

logger = logging.getLogger(__name__)

EVERY: Final = timedelta(seconds=2)
"""How often a process that serves pages looks at the pulse, and writes it if no other has."""
BREATH: Final = timedelta(seconds=5)
"""Whoever comes by within so many seconds of a beat of the same process need not look."""
SLACK: Final = timedelta(seconds=1)
"""By how much two clocks may drift apart without anybody having set one."""


class _Look(NamedTuple):
    at: datetime
    uptime: float


_beaten: list[_Look] = []
"""When this process last beat."""
_found: list[_Look] = []
"""The pulse as this process last found it, and since when it may be so."""
_looked: list[float] = []
"""When this process last looked for the pulse."""


def uptime() -> float:
    """Seconds by a clock that nobody sets and that goes on while the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def beat(*, now: datetime) -> None:
    """For whoever comes by, before anything is found to be late: see to it that an outage is noticed."""
    if not (_beaten and timedelta() <= now - _beaten[0].at < BREATH):
        pulse(now=now)


def pulse(*, now: datetime) -> None:
    """Say that people can answer, and notice if they could not.

    The first of all processes to come back after a gap records it, exactly once. Who meets a lock leaves it to the next
    beat, or to whoever has the lock.
    """
    passed = uptime()
    look = _Look(now + clocks.look(), passed)
    with passing_locks():
        at = _last()
        if at is None or not timedelta() <= look.at - at < EVERY:
            step = _set_forward(look)
            if not _went_on(look.at, step):
                _write(look.at, step)
        _beaten[:] = [look]


def closed(*, now: datetime) -> bool:
    """Whether nobody can answer now, as far as one can tell: the clock must not take silence for an answer.

    A pulse that changes is alive, whatever the clock of its machine says.
    """
    at = _last()
    if at is None:
        return False
    passed = uptime()
    if not _found or _found[0].at != at:
        since = passed - max(now - at, timedelta()).total_seconds()
        if _found:  # It came after the last look, whatever the clock says that it was written by; not just now.
            since = max(since, _looked[0])
        _found[:] = [_Look(at, since)]
    _looked[:] = [passed]
    return passed - _found[0].uptime > settings.SLOWFUSE_OUTAGE_SECONDS / 2


def outages(*, after: int = 0) -> list[tuple[int, datetime, datetime]]:
    """Since the one of this number: the number of each, when the house was closed, when it was open again."""
    return list(Outage.objects.filter(pk__gt=after).order_by("pk").values_list("pk", "began_at", "ended_at"))


def forget() -> None:
    """Look again, as a process does that has just started."""
    _beaten.clear()
    _found.clear()
    _looked.clear()


def _last() -> datetime | None:
    """The pulse: asked by everybody every other second, and so without building a query."""
    found = fetch(f"SELECT CAST(at AS VARCHAR(40)) FROM {Pulse._meta.db_table} WHERE id = 1", [])
    return instant(found[0][0]) if found else None


def _set_forward(look: _Look) -> timedelta:
    """By how much the clock of this machine was set forward since this process last beat."""
    if not _beaten:
        return timedelta()
    step = look.at - _beaten[0].at - timedelta(seconds=look.uptime - _beaten[0].uptime)
    return step if step > SLACK else timedelta()


def _went_on(now: datetime, step: timedelta) -> bool:
    """Whether there was no gap, and the pulse is written. As mostly, and by itself: a machine that is cut off within a
    transaction keeps the row locked for a while, and nobody could say any more that people can answer.
    """
    since = now - step - timedelta(seconds=settings.SLOWFUSE_OUTAGE_SECONDS)
    return bool(Pulse.objects.filter(pk=1, at__gte=since, at__lt=now).update(at=now))


def _write(now: datetime, step: timedelta) -> None:
    with transaction.atomic():
        row = Pulse.objects.select_for_update(no_key=True).filter(pk=1).first()
        if row is None:
            Pulse.objects.bulk_create([Pulse(pk=1, at=now)], ignore_conflicts=True)
            return
        gap = now - row.at - step
        if gap > timedelta(seconds=settings.SLOWFUSE_OUTAGE_SECONDS):
            _record(now - gap, now)
        row.at = max(now, row.at + timedelta.resolution)
        row.save(force_update=True)


def _record(began_at: datetime, ended_at: datetime) -> None:
    Outage.objects.create(began_at=began_at, ended_at=ended_at)
    # Those that lapsed meanwhile are moved when a sweep or a player takes them in hand, all others here: they must be
    # in hand soon, too, so that every page shows the moved deadline.
    Match.with_sandboxes.filter(status=Match.Status.PLAYING, wake_at__isnull=False).update(wake_at=ended_at)
    seconds = round((ended_at - began_at).total_seconds())
    logger.warning("Slow Fuse was down for %d s, until %s. All deadlines were moved by that time", seconds, ended_at)
