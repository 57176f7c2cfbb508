"""The heartbeat of a process that serves pages. Every few seconds it records that people can answer, visited or not."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.db import DatabaseError, connection

from apps.common import clocks

logger = logging.getLogger(__name__)


def start_heartbeat() -> Callable[[], None]:
    """Start the heartbeat, and return a function that stops it. A process forked later needs its own."""
    over = threading.Event()
    thread = threading.Thread(target=_beat_until_stopped, args=[over], name="pulse", daemon=True)
    thread.start()

    def stop() -> None:
        over.set()
        thread.join()

    return stop


def _beat_until_stopped(over: threading.Event) -> None:
    from apps.matches.services import uptime  # noqa: PLC0415 -- whose models come after the applications

    well = True
    while not over.is_set():
        try:
            uptime.record_pulse(now=clocks.now())
            well = True
        except DatabaseError as error:  # No one can answer without the database, so the gap in the record is right.
            if well:
                logger.warning("Could not write the heartbeat: %s", error)
            well = False
        except Exception:  # Keep running after any error, or the site would count as down for good.
            logger.exception("Could not write the heartbeat")
        finally:
            connection.close()
        over.wait(uptime.PULSE_INTERVAL.total_seconds())
