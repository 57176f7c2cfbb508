"""Priorities of thinking: players who wait go before longer analyses, so that Flint isn't late."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from django.db import OperationalError

from apps.common.errors import Busy
from apps.common.transactions import pass_lock
from apps.matches.services import analysis, hints, thinking

CHECK_SECONDS: Final = 0.04
"""Seconds between two checks whether a player is waiting. With the longest playout it stays below 0.1."""
ANALYSIS_SECONDS: Final = 0.4
"""Seconds spent on finished matches before checking whether a player is waiting."""


def serve_one(until: float) -> bool:
    """Do the most urgent piece of thinking, until this time at the latest, and return whether there was any.

    Questions with a deadline come first, and finished matches get a little time in between. A new request is started at
    once, so that the player sees it.
    """
    if think_about_one() or _analyse_briefly(until, fresh=True):
        return True
    return hints.sharpen_one(meanwhile=now_and_then()) or _analyse_briefly(until)


def _analyse_briefly(until: float, *, fresh: bool = False) -> bool:
    step = min(until, monotonic() + ANALYSIS_SECONDS)
    return monotonic() < until and analysis.go_on(
        enough=lambda: monotonic() >= step, meanwhile=now_and_then(), fresh=fresh
    )


def think_about_one() -> bool:
    """Think about one of Flint's own questions or else about a hint, and return whether there was anything.

    Flint's questions have a deadline, so they interrupt even a hint.
    """
    return thinking.think_about_one() or hints.think_about_one(meanwhile=now_and_then(thinking.think_about_one))


def now_and_then(about_one: Callable[[], bool] = think_about_one) -> Callable[[], None]:
    """Return a function that thinks about everything pending, at most every `CHECK_SECONDS`. Locks are passed over."""
    looked = monotonic()

    def think() -> None:
        nonlocal looked
        if monotonic() < looked + CHECK_SECONDS:
            return
        try:
            while about_one():
                pass
        except (Busy, OperationalError) as error:
            pass_lock(error, "Thinking meanwhile")
        looked = monotonic()

    return think
