"""Celery's doors to puzzles."""

from __future__ import annotations

import os
from time import monotonic
from typing import Final

from celery import shared_task

from apps.common import clocks
from apps.common.transactions import tried_again
from apps.matches.services import meanwhile
from apps.puzzles.services import mining, publishing

SECONDS: Final = 45.0
"""So long one looks for puzzles before another task may have its turn: less than a worker is given that shall stop."""


@shared_task(ignore_result=True)
@tried_again
def mine_puzzles(seconds: float = SECONDS, stock: int = mining.STOCK, *, idle: bool = False, **_: object) -> None:
    """Run by beat every few minutes of an hour at night, in a house on somebody's own machine again and again for a few
    seconds; in the thinker's queue: who waits for a thought or an analysis goes first.

    :param idle: only while the machine has a processor to spare
    """
    if idle and _busy():
        return
    until = monotonic() + seconds
    serve = meanwhile.now_and_then(lambda: meanwhile.serve_one(until))
    while monotonic() < until and mining.mine(enough=lambda: monotonic() >= until, meanwhile=serve, stock=stock):
        pass


@shared_task(ignore_result=True)
@tried_again
def publish_puzzles(**_: object) -> None:
    """Run by beat every hour, or every minute. The database says which game has none today."""
    publishing.publish(today=clocks.now().date())


def _busy() -> bool:
    """Return whether the load average has reached the number of processors."""
    return os.getloadavg()[0] >= (os.cpu_count() or 1)
