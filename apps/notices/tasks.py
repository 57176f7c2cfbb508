"""Celery tasks for notices."""

from __future__ import annotations

from time import monotonic
from typing import Final

from celery import shared_task

from apps.common import clocks
from apps.common.transactions import tried_again
from apps.notices.services import delivery, sweep

RUN: Final = 20.0
"""Seconds after which a run starts nothing more, so that other tasks get their turn."""
LIMIT: Final = 180
"""Seconds after which a hanging run is ended, less than the lease of what it claimed."""


@shared_task(ignore_result=True, time_limit=LIMIT)
@tried_again
def tell(**_: object) -> None:
    """Post what is new, put messages together and send them. Beat runs this every few seconds."""
    until = monotonic() + RUN
    sweep.look(now=clocks.asked())
    sweep.put_together(now=clocks.now())
    while monotonic() < until and delivery.deliver(now=clocks.now(), until=until) >= delivery.BATCH:
        pass


@shared_task(ignore_result=True)
@tried_again
def look_around(**_: object) -> None:
    """Post everything that the quick check misses. Beat runs this every five minutes."""
    sweep.look(now=clocks.now(), all_of_it=True)


@shared_task(ignore_result=True)
@tried_again
def forget(**_: object) -> None:
    """Delete old notices and messages. Beat runs this once a day."""
    sweep.forget(now=clocks.now())
