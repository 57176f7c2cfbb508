"""The part of a Celery worker that talks to the broker."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from celery.worker import consumer

RETRY_SECONDS: Final = 1.0
"""Seconds between two attempts to reach the broker."""


class Consumer(consumer.Consumer):
    """A consumer that reconnects within a second after the broker is back.

    Celery's own pauses grow with each attempt, up to half a minute in which no deadline would be kept.
    """

    def ensure_connected(self, conn: Any) -> Any:
        conn.ensure_connection = partial(conn.ensure_connection, interval_start=RETRY_SECONDS, interval_step=0)
        return super().ensure_connected(conn)
