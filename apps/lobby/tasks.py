"""Celery tasks for cleaning up and for what is waiting."""

from __future__ import annotations

from time import monotonic
from typing import Final

from celery import shared_task

from apps.common import clocks
from apps.common.task_queue import one_at_a_time
from apps.common.transactions import tried_again
from apps.lobby.services import cleanup, idempotency, invitation_mail, scheduler

MAX_SENDING_SECONDS: Final = 20.0
"""Seconds after which a run sends no further mail, so that other tasks get their turn."""
TASK_LIMIT_SECONDS: Final = 180
"""Seconds after which a hanging run is ended, less than the lease of a mail."""


@shared_task(ignore_result=True)
@tried_again
def tidy(**_: object) -> None:
    """Remove what no one needs. Beat runs this once a day."""
    now = clocks.now()
    cleanup.clear_stale_data(now=now)
    idempotency.forget_old_answers(now=now)


@shared_task(ignore_result=True)
@tried_again
def look_after(**_: object) -> None:
    """Free expired reservations and start due tables with bots. Beat runs this every half minute."""
    now = clocks.get_checked_now()
    scheduler.release_due(now=now)
    scheduler.begin_due(now=now)


@shared_task(ignore_result=True, time_limit=TASK_LIMIT_SECONDS)
@one_at_a_time
@tried_again
def send_invitations(**_: object) -> None:
    """Send invitations to people without an account. Beat runs this every few seconds."""
    until = monotonic() + MAX_SENDING_SECONDS
    while monotonic() < until and invitation_mail.send_next(now=clocks.now()):
        pass
