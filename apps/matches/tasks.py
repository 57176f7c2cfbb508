"""Celery's doors to play."""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import Any, Final

from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError

from apps.common import clocks, metrics
from apps.common.errors import Busy
from apps.common.transactions import pass_lock, passing_locks, tried_again
from apps.matches.services import digests, meanwhile, organiser, play, reliability, sweep_runs, uptime
from apps.matches.store import first_look

BATCH = 100
MOST = 5_000
"""Matches one sweep looks at before it lets another task have its turn."""
GAP = 0.1
"""Of the time between two looks: so long before beat comes again a sweep ends, for whoever waits for its worker."""
_RETRY: Final[dict[str, Any]] = {
    "autoretry_for": (OperationalError, InterfaceError),
    "max_retries": 4,
    "default_retry_delay": settings.SLOWFUSE_SWEEP_SECONDS,
}
"""Whom the database cuts off comes again as soon as they would have looked again."""


@shared_task(ignore_result=True, **_RETRY)
@tried_again
def settle_matches(*, looks: int = 1, **_: object) -> None:
    """Run by beat. The database says what is due; the broker only says look, so many times, once a second.

    What lapses between two looks is waited for: bots, who pretend to think for a second, answer when it is over
    and not up to a second later. Who meets a lock looks again as if it had met none.
    """
    every = settings.SLOWFUSE_SWEEP_SECONDS
    until = monotonic() + (looks - GAP) * every
    sweep_runs.note(now=clocks.asked())
    while (settled := _look()) is not None and (left := until - monotonic()) > 0:
        now = clocks.now()
        lapses_at = first_look.next_lapse(after=settled, before=now + timedelta(seconds=min(left, every)))
        if lapses_at is None and left < every:  # Beat comes again before the next look.
            return
        sleep(every if lapses_at is None else max(0.0, (lapses_at - now).total_seconds()))
        sweep_runs.note(now=clocks.asked())


@shared_task(ignore_result=True, **_RETRY)
@tried_again
def think(*, looks: int = 1, **_: object) -> None:
    """Run by beat, for so many looks, once a second, in a queue of its own: it may take all the time there is, and
    nothing waits for it.

    What somebody waits for goes before what is over: finished matches are looked into a little at a time.
    """
    every = settings.SLOWFUSE_SWEEP_SECONDS
    until = monotonic() + looks * every
    clocks.look()
    while (left := until - monotonic()) > 0:
        thought = False
        with passing_locks("think"):
            thought = first_look.thoughts(now=clocks.now()) and meanwhile.serve_one(until)
        if not thought:
            if left <= every:
                return
            sleep(every)


def _look() -> datetime | None:
    """As `_settle_all`; who meets a lock has looked, and leaves the rest to the next look."""
    began = clocks.now()
    try:
        return _settle_all()
    except (Busy, OperationalError) as error:
        pass_lock(error, "settle_matches")
        return began


def _settle_all() -> datetime | None:
    """Settle what is due, nothing while the house is closed, and say when one has looked last; None if there is so much
    that it is another task's turn.
    """
    looked, found, began = 0, BATCH, monotonic()
    while looked < MOST and found:
        now = clocks.now()  # First: what lapses while we ask whether pages are served does not count.
        if uptime.closed(now=now):
            return now
        if not first_look.due(now=now):
            break
        if not looked:
            organiser.resume_due(now=now)
        found = play.settle_due(now=now, limit=BATCH)
        looked += found
    metrics.count_sweep(seconds=monotonic() - began)
    return now if looked < MOST else None


@shared_task(ignore_result=True)
@tried_again
def count_reliability(**_: object) -> None:
    """Run by beat every few minutes."""
    reliability.count_due(now=clocks.now())


@shared_task(ignore_result=True)
@tried_again
def digest_latest(**_: object) -> None:
    """Run by beat every minute: never part of a turn, not even of the last one."""
    digests.digest_latest(now=clocks.now())


@shared_task(ignore_result=True)
@tried_again
def digest_missing(**_: object) -> None:
    """Run by beat every night."""
    digests.digest_missing()
