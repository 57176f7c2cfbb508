"""Celery tasks of matches."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import Final

from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError

from apps.common import clocks, metrics
from apps.common.errors import Busy
from apps.common.task_queue import one_at_a_time
from apps.common.transactions import pass_lock, passing_locks, tried_again
from apps.matches.services import (
    analysis,
    digests,
    dumps,
    hints,
    organiser,
    play,
    reliability,
    sweep_runs,
    thinking,
    uptime,
)
from apps.matches.store import first_look

SWEEP_BATCH_SIZE = 100
MAX_SWEEP_MATCHES = 5_000
"""The most matches one sweep loads before it lets another task have its turn."""
WORK_SECONDS: Final = 5.0
"""Seconds after which thinking or analysing starts nothing more, so that a worker can stop."""
ANALYSIS_SECONDS: Final = 0.4
"""Seconds spent on one finished match before looking for something more urgent."""
DUMP_SECONDS: Final = 30.0
"""Seconds spent on a dump before other tasks of the worker have their turn."""
_RETRY: Final[dict[str, object]] = {
    "autoretry_for": (OperationalError, InterfaceError),
    "max_retries": 4,
    "default_retry_delay": settings.SLOWFUSE_SWEEP_SECONDS,
}
"""Retry options for a lost database connection, as soon as the next look would have come."""


@shared_task(ignore_result=True, **_RETRY)
@one_at_a_time
@tried_again
def settle_matches(**_: object) -> None:
    """Settle what is due now and until beat's next message, a second later.

    The database says what is due, and the broker only says when to look. Deadlines between two messages are waited out,
    so bots that pretend to think for a second answer right after it.
    """
    until = monotonic() + settings.SLOWFUSE_SWEEP_SECONDS
    sweep_runs.note_sweep_run(now=clocks.get_checked_now())
    while (settled := _settle_unless_locked()) is not None and (left := until - monotonic()) > 0:
        now = clocks.now()
        lapses_at = first_look.next_lapse(after=settled, before=now + timedelta(seconds=left))
        if lapses_at is None:
            return
        sleep(max(0.0, (lapses_at - now).total_seconds()))


@shared_task(ignore_result=True, **_RETRY)
@one_at_a_time
@tried_again
def think(**_: object) -> None:
    """Think about all that players wait for, in a queue of its own.

    A turn or a request queues this task, and beat does so every two seconds, in case a message is lost. Flint's own
    questions have a deadline, so they come before each hint, which takes less than a second.
    """
    clocks.adjust_clock()
    _work_while_needed("think", _think_about_one)


def _think_about_one(_until: float) -> bool:
    needed = first_look.may_need_thinking(now=clocks.now())
    return needed and (thinking.think_about_one() or hints.think_about_one())


@shared_task(ignore_result=True, **_RETRY)
@one_at_a_time
@tried_again
def analyse(**_: object) -> None:
    """Improve hints and analyse finished matches, in a queue of its own.

    A request queues this task, and beat does so every few seconds. No one has to wait for it to go on playing, so its
    process has a low priority.
    """
    clocks.adjust_clock()
    _work_while_needed("analyse", _analyse_one)


def _analyse_one(until: float) -> bool:
    """Do the most urgent piece of analysis, until this time at the latest, and return whether there was any.

    A new request is started at once, so that the player sees it.
    """
    if not first_look.may_need_analysis():
        return False
    step = min(until, monotonic() + ANALYSIS_SECONDS)
    return (
        analysis.continue_analysis(enough=lambda: monotonic() >= step, fresh=True)
        or hints.sharpen_one()
        or analysis.continue_analysis(enough=lambda: monotonic() >= step)
    )


def _work_while_needed(who: str, work: Callable[[float], bool]) -> None:
    """Do one piece of work after the other, until there is none or it's the turn of another message."""
    until = monotonic() + WORK_SECONDS
    worked = True
    while worked and monotonic() < until:
        worked = False
        with passing_locks(who):
            worked = work(until)


def _settle_unless_locked() -> datetime | None:
    """Settle what is due as `_settle_all` does, but leave the rest to the next look if a lock is in the way."""
    began = clocks.now()
    try:
        return _settle_all()
    except (Busy, OperationalError) as error:
        pass_lock(error, "settle_matches")
        return began


def _settle_all() -> datetime | None:
    """Settle what is due, and return the time of the last look.

    Nothing is settled during an outage. None means there's so much to do that it's another task's turn.
    """
    looked, found, began = 0, SWEEP_BATCH_SIZE, monotonic()
    while looked < MAX_SWEEP_MATCHES and found:
        now = clocks.now()  # Read first, so that what expires during the check for an outage doesn't count.
        if uptime.is_site_down(now=now):
            return now
        if not first_look.is_any_match_due(now=now):
            break
        if not looked:
            organiser.resume_due(now=now)
        found = play.settle_due(now=now, limit=SWEEP_BATCH_SIZE)
        looked += found
    metrics.count_sweep(seconds=monotonic() - began)
    return now if looked < MAX_SWEEP_MATCHES else None


@shared_task(ignore_result=True)
@tried_again
def count_reliability(**_: object) -> None:
    """Count reliability. Run by beat every few minutes."""
    reliability.count_due(now=clocks.now())


@shared_task(ignore_result=True)
@tried_again
def digest_latest(**_: object) -> None:
    """Digest matches that just ended. Run by beat every minute, so it is never part of a turn, even the last."""
    digests.digest_latest(now=clocks.now())


@shared_task(ignore_result=True)
@tried_again
def digest_missing(**_: object) -> None:
    """Digest all matches without a current digest, and sum up analyses. Run by beat every night."""
    digests.digest_missing()
    analysis.store_missing_totals()


@shared_task(ignore_result=True)
@one_at_a_time
@tried_again
def write_dumps(**_: object) -> None:
    """Write what is missing of the monthly dumps. Beat runs this every two minutes for an hour each night."""
    dumps.keep_dumps(now=clocks.now(), seconds=DUMP_SECONDS)
