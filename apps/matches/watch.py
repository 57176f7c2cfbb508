"""Whether the house was awake: a time in which nobody watched the clock is nobody's fault.

The sweep beats every time it runs, web processes once a minute while somebody uses them. Whoever comes first after a
long silence records an outage; every match moves its deadlines by it when it is next in hand (see `ledger`).
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from apps.common.transactions import Busy, atomic_or_busy
from apps.matches.models import Match, Outage, Pulse

EVERY: Final = timedelta(seconds=60)
"""How often a process that is asked all the time writes the pulse."""

_last: list[datetime] = []
"""When this process last looked."""


def beat(*, now: datetime) -> None:
    """Say that the house is awake, and notice if it was not.

    The first of all processes to come back after a gap records it, exactly once. Who meets a lock leaves it to the next
    beat, or to whoever has the lock.
    """
    if _last and timedelta() <= now - _last[0] < EVERY:
        return
    with suppress(Busy), atomic_or_busy():
        pulse = Pulse.objects.select_for_update(no_key=True).filter(pk=1).first()
        if pulse is None:
            Pulse.objects.bulk_create([Pulse(pk=1, at=now)], ignore_conflicts=True)
        elif now > pulse.at:
            gap = now - pulse.at
            if gap > timedelta(seconds=settings.SLOWFUSE_OUTAGE_SECONDS):
                Outage.objects.create(began_at=pulse.at, ended_at=now)
                # Those that lapsed meanwhile are moved when a sweep or a player takes them in hand, all others here:
                # they must be in hand soon, too, so that every page shows the moved deadline.
                Match.objects.filter(status=Match.Status.PLAYING, wake_at__isnull=False).update(wake_at=now)
            pulse.at = now
            pulse.save(force_update=True)
        _last[:] = [now]


def outages(*, after: int = 0) -> list[tuple[int, datetime, datetime]]:
    """Since the one of this number: the number of each, when the house fell asleep, when it was awake again."""
    return list(Outage.objects.filter(pk__gt=after).order_by("pk").values_list("pk", "began_at", "ended_at"))


def forget() -> None:
    """Look again at the next beat, as a process does that has just started."""
    _last.clear()
