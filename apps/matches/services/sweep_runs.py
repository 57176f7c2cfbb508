"""A note that the sweep runs, for monitoring. If the sweep stopped, nothing else would show it.

It is written before the sweep settles anything and separately from it. It's written at most every few seconds, so it
delays no deadline.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from apps.common.transactions import passing_locks
from apps.matches.models import SweepRun

NOTE_INTERVAL: Final = timedelta(seconds=5)
"""How often a sweeping process checks the note, and writes it if no other process has."""

_noted: list[float] = []
"""When this process last checked, by a monotonic clock."""


def note_sweep_run(*, now: datetime) -> None:
    """Note that the sweep runs now. If the note is locked, its holder writes it."""
    passed = monotonic()
    if _noted and passed - _noted[0] < NOTE_INTERVAL.total_seconds():
        return
    _noted[:] = [passed]
    with passing_locks():
        at = SweepRun.objects.filter(pk=1).values_list("at", flat=True).first()
        if at is None:
            SweepRun.objects.bulk_create([SweepRun(pk=1, at=now)], ignore_conflicts=True)
        elif not timedelta() <= now - at < NOTE_INTERVAL:  # A note in the future is by a clock that was set back since.
            SweepRun.objects.filter(pk=1).update(at=now)


def forget_checks() -> None:
    """Forget the last check, like a process that has just started."""
    _noted.clear()
