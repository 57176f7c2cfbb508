"""The scheduler of Celery's beat, by a clock that nobody sets.

Celery asks the wall clock how long ago it last sent a task. Where that clock is set back by an hour, it sends nothing
for an hour, and no deadline is kept.
"""

# Called by Celery's scheduler, by these names.
# ruff: noqa: ARG002

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

from celery import beat, schedules

from apps.config import alive


def steady() -> datetime:
    """A time that only ever goes on; of no calendar."""
    return datetime.fromtimestamp(0, UTC) + timedelta(seconds=monotonic())


class Interval(schedules.schedule):
    """Counted by the steady clock, in one subtraction: Celery asks every second in which time zone it subtracts."""

    def __init__(self, run_every: timedelta, app: Any) -> None:
        super().__init__(run_every, nowfun=steady, app=app)

    def is_due(self, last_run_at: datetime) -> Any:
        left = (last_run_at + self.run_every - steady()).total_seconds()
        return schedules.schedstate(left <= 0, self.seconds if left <= 0 else left)


class Periodic(beat.ScheduleEntry):
    """Intervals are counted by the steady clock. What has a time of day is still found by the clock on the wall."""

    def __init__(self, *, schedule: Any, app: Any = None, **rest: Any) -> None:
        schedule = schedules.maybe_schedule(schedule, app=app)
        if type(schedule) is schedules.schedule:
            schedule = Interval(schedule.run_every, app)
        super().__init__(schedule=schedule, app=app, **rest)


class Scheduler(beat.Scheduler):
    """Whose turn is when is counted by the steady clock for all, or one that waits for its time of day would hold the
    others up. That one looks at the wall every few minutes.
    """

    Entry = Periodic

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        """Send a task to its queue; whoever looks after beat sees that one was sent."""
        sent = super().apply_async(*args, **kwargs)
        alive.touch()
        return sent

    def schedules_equal(self, old_schedules: Any, new_schedules: Any) -> bool:
        """The schedule stands in the settings: Celery compares all of it, entry by entry, before every task."""
        return True

    def adjust(self, n: Any, drift: float = 0.0) -> Any:
        """Celery wakes ten milliseconds before it is time, and then asks without a pause whether it is."""
        return n

    def _when(self, entry: Periodic, next_time_to_run: float, mktime: Any = None) -> float:
        return monotonic() + min(float(self.adjust(next_time_to_run) or 0), float(self.max_interval))
