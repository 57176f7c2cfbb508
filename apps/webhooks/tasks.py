"""Celery tasks of webhooks."""

from __future__ import annotations

from time import monotonic
from typing import Final

from celery import shared_task

from apps.common import clocks
from apps.common.task_queue import one_at_a_time
from apps.common.transactions import tried_again
from apps.webhooks import delivery, services

RUN_SECONDS: Final = 10.0
"""Seconds after which a run starts nothing more, because notices of players wait for it."""
TIME_LIMIT_SECONDS: Final = 120
"""Seconds after which a hanging run is ended, less than the lease of what it claimed."""


@shared_task(ignore_result=True, time_limit=TIME_LIMIT_SECONDS)
@one_at_a_time
@tried_again
def send_messages(**_: object) -> None:
    """Post what is new, and send what is due. Beat runs this every few seconds."""
    until = monotonic() + RUN_SECONDS
    services.post_new_messages(now=clocks.get_checked_now())
    while monotonic() < until and delivery.send_due_messages(now=clocks.now(), until=until):
        pass


@shared_task(ignore_result=True)
@tried_again
def look_around(**_: object) -> None:
    """Post everything that the quick check misses. Beat runs this every five minutes."""
    services.post_new_messages(now=clocks.now(), all_of_it=True)


@shared_task(ignore_result=True)
@tried_again
def delete_old_messages(**_: object) -> None:
    """Delete old messages. Beat runs this once a day."""
    services.delete_old_messages(now=clocks.now())
