"""Celery tasks of tournaments."""

from __future__ import annotations

from time import monotonic
from typing import Final

from celery import shared_task

from apps.common import clocks
from apps.common.transactions import tried_again
from apps.matches.services import compaction
from apps.matches.services.uptime import is_site_down
from apps.tournaments.selectors.unsettled import find_unsettled_matches
from apps.tournaments.services import scheduler

RUN_SECONDS: Final = 20.0
"""Seconds after which a run starts no further match, so that other tasks get their turn."""
TIME_LIMIT_SECONDS: Final = 120
"""Seconds after which a run that hangs is ended."""


@shared_task(ignore_result=True)
@tried_again
def look_after_tournaments(**_: object) -> None:
    """Do everything that is due in tournaments. Beat runs this every twenty seconds."""
    now = clocks.get_checked_now()
    if not is_site_down(now=now):
        scheduler.advance_tournaments(now=now)


@shared_task(ignore_result=True, time_limit=TIME_LIMIT_SECONDS)
@tried_again
def compact_matches(**_: object) -> None:
    """Compact a few matches that ended long ago. Beat runs this every few minutes.

    The task is here because only tournaments know which matches they still need.
    """
    until = monotonic() + RUN_SECONDS
    for _saved in compaction.compact_due(now=clocks.now(), spared=find_unsettled_matches()):
        if monotonic() >= until:
            break
