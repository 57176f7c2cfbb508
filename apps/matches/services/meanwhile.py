"""Who waits for a thought goes first, even while something longer is looked into: else Flint would be too late."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from django.db import OperationalError

from apps.common.errors import Busy
from apps.common.transactions import pass_lock
from apps.matches.services import analysis, hints, thinking

EVERY: Final = 0.04
"""Seconds between two checks whether a player is waiting. With the longest playout it stays below 0.1."""
INSIGHT: Final = 0.4
"""Seconds spent on finished matches before checking whether a player is waiting."""


def serve_one(until: float) -> bool:
    """Do what is most urgent of all that somebody waits for, until so late at most; whether there was anything.

    What lapses goes before what is over: finished matches are looked into a little at a time. Whoever has just asked
    sees at once that it begins.
    """
    if think_about_one() or _analyse(until, fresh=True):
        return True
    return hints.sharpen_one(meanwhile=now_and_then()) or _analyse(until)


def _analyse(until: float, *, fresh: bool = False) -> bool:
    step = min(until, monotonic() + INSIGHT)
    return monotonic() < until and analysis.go_on(
        enough=lambda: monotonic() >= step, meanwhile=now_and_then(), fresh=fresh
    )


def think_about_one() -> bool:
    """What Flint is asked itself goes before what somebody asks it, even in the middle of it, for that lapses; whether
    there was anything.
    """
    return thinking.think_about_one() or hints.think_about_one(meanwhile=now_and_then(thinking.think_about_one))


def now_and_then(about_one: Callable[[], bool] = think_about_one) -> Callable[[], None]:
    """Thinks about all that waits, whenever it is called and some time has gone by; a lock it meets is no matter."""
    looked = monotonic()

    def think() -> None:
        nonlocal looked
        if monotonic() < looked + EVERY:
            return
        try:
            while about_one():
                pass
        except (Busy, OperationalError) as error:
            pass_lock(error, "Thinking meanwhile")
        looked = monotonic()

    return think
