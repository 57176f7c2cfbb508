"""The scheduler for Celery's beat, based on a clock that can't be set.

Celery uses the wall clock to find how long ago it last sent a task. If that clock is set back by an hour, it sends
nothing for an hour (celery#3685), and no deadline is kept.
"""

# Called by Celery's scheduler, by these names.
# ruff: noqa: ARG002

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

from celery import beat, schedules

from apps.config import alive


def get_steady_time() -> datetime:
    """Return a time that only moves forward and belongs to no calendar."""
    return datetime.fromtimestamp(0, UTC) + timedelta(seconds=monotonic())


class Periodic(beat.ScheduleEntry):
    """A schedule entry that measures intervals by the steady clock. Times of day still use the wall clock."""

    def __init__(self, *, schedule: Any, app: Any = None, **rest: object) -> None:
        schedule = schedules.maybe_schedule(schedule, app=app)
        if type(schedule) is schedules.schedule:
            schedule = schedules.schedule(schedule.run_every, nowfun=get_steady_time, app=app)
        super().__init__(schedule=schedule, app=app, **rest)


class Scheduler(beat.Scheduler):
    """A scheduler that orders all entries by the steady clock.

    Otherwise an entry waiting for its time of day would hold up the others. That entry checks the wall clock every few
    minutes.
    """

    Entry = Periodic

    def apply_async(self, *args: object, **kwargs: object) -> object:
        """Send a task to its queue, and touch the file that beat's health check watches."""
        sent = super().apply_async(*args, **kwargs)
        alive.touch_alive_file()
        return sent

    def _when(self, entry: Periodic, next_time_to_run: float, mktime: object = None) -> float:
        return monotonic() + min(float(next_time_to_run or 0), float(self.max_interval))
