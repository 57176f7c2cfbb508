"""Celery's doors to notices."""

from __future__ import annotations

from time import monotonic
from typing import Final

from celery import shared_task

from apps.common import clocks
from apps.common.transactions import tried_again
from apps.notices.services import delivery, sweep

RUN: Final = 20.0
"""Seconds after which one run begins nothing more and lets another task have its turn."""
LIMIT: Final = 180
"""Seconds after which a run that hangs is ended: less than the lease of what it claimed."""


@shared_task(ignore_result=True, time_limit=LIMIT)
@tried_again
def tell(**_: object) -> None:
    """Run by beat every few seconds: what is new, who is told, what goes out."""
    until = monotonic() + RUN
    sweep.look(now=clocks.asked())
    sweep.put_together(now=clocks.now())
    while monotonic() < until and delivery.deliver(now=clocks.now(), until=until) >= delivery.BATCH:
        pass


@shared_task(ignore_result=True)
@tried_again
def look_around(**_: object) -> None:
    """Run by beat every five minutes: whatever the quick look does not find."""
    sweep.look(now=clocks.now(), all_of_it=True)


@shared_task(ignore_result=True)
@tried_again
def forget(**_: object) -> None:
    """Run by beat once a day."""
    sweep.forget(now=clocks.now())
