"""What of a Celery worker speaks to the broker."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from celery.worker import consumer

PAUSE: Final = 1.0
"""Seconds between two attempts to reach the broker."""


class Consumer(consumer.Consumer):
    """One that is back a second after its broker is: Celery's own pauses longer from try to try, in the end for half a
    minute, in which no deadline would be kept.
    """

    def ensure_connected(self, conn: Any) -> Any:
        conn.ensure_connection = partial(conn.ensure_connection, interval_start=PAUSE, interval_step=0)
        return super().ensure_connected(conn)
