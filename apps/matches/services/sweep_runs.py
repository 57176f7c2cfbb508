"""Notes that the sweep runs, for whoever watches the house: when it stands still, nothing else would say so.

It is written before the sweep settles anything and apart from that, at most every few seconds, so that it costs a
deadline nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from apps.common.transactions import passing_locks
from apps.matches.models import SweepRun

EVERY: Final = timedelta(seconds=5)
"""How often a process that sweeps looks at the note, and writes it if no other has."""

_noted: list[float] = []
"""When this process last looked, by a clock that nobody sets."""


def note(*, now: datetime) -> None:
    """Say that the sweep looks now. Who meets a lock leaves it to whoever has it."""
    passed = monotonic()
    if _noted and passed - _noted[0] < EVERY.total_seconds():
        return
    _noted[:] = [passed]
    with passing_locks():
        at = SweepRun.objects.filter(pk=1).values_list("at", flat=True).first()
        if at is None:
            SweepRun.objects.bulk_create([SweepRun(pk=1, at=now)], ignore_conflicts=True)
        elif not timedelta() <= now - at < EVERY:  # One in the future is of a clock that was set back since.
            SweepRun.objects.filter(pk=1).update(at=now)


def forget() -> None:
    """Look again, as a process does that has just started."""
    _noted.clear()
