"""Celery tasks for notices."""

from __future__ import annotations

from time import monotonic
from typing import Final

from celery import shared_task

from apps.common import clocks
from apps.common.task_queue import one_at_a_time
from apps.common.transactions import tried_again
from apps.notices.services import delivery, sweep

RUN_SECONDS: Final = 20.0
"""Seconds after which a run starts nothing more, so that other tasks get their turn."""
TIME_LIMIT_SECONDS: Final = 180
"""Seconds after which a hanging run is ended, less than the lease of what it claimed."""


@shared_task(ignore_result=True, time_limit=TIME_LIMIT_SECONDS)
@one_at_a_time
@tried_again
def tell(**_: object) -> None:
    """Post what is new, put messages together and send them. Beat runs this every few seconds."""
    until = monotonic() + RUN_SECONDS
    sweep.post_new_notices(now=clocks.get_checked_now())
    sweep.put_together(now=clocks.now())
    while monotonic() < until and delivery.deliver_due_messages(now=clocks.now(), until=until) >= delivery.BATCH_SIZE:
        pass


@shared_task(ignore_result=True)
@tried_again
def look_around(**_: object) -> None:
    """Post everything that the quick check misses. Beat runs this every five minutes."""
    sweep.post_new_notices(now=clocks.now(), all_of_it=True)


@shared_task(ignore_result=True)
@tried_again
def forget(**_: object) -> None:
    """Delete old notices and messages. Beat runs this once a day."""
    sweep.delete_old_notices(now=clocks.now())
