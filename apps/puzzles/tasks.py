"""Celery tasks for puzzles."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from typing import Final

from celery import shared_task

from apps.common import clocks
from apps.common.task_queue import one_at_a_time
from apps.common.transactions import tried_again
from apps.matches.store import first_look
from apps.puzzles.models import Puzzle
from apps.puzzles.services import mining, publishing

CHECK_SECONDS: Final = 0.5
"""Seconds between two checks whether an analysis is due."""
SEARCH_SECONDS: Final = 45.0
"""Seconds of a search before other tasks get their turn, less than a stopping worker is given."""


@shared_task(ignore_result=True)
@one_at_a_time
@tried_again
def mine_puzzles(
    seconds: float = SEARCH_SECONDS, stock: int = mining.ENOUGH_UNPUBLISHED, *, idle: bool = False, **_: object
) -> None:
    """Search for puzzles until an analysis is due, whose queue it shares.

    On a hosted installation, beat runs this every two minutes during one hour of the night. On an embedded one, it runs
    a few seconds at a time all day.

    :param idle: whether to run only while a processor is idle, once there are puzzles at all
    """
    if idle and _is_machine_busy() and Puzzle.objects.exists():
        return
    until = monotonic() + seconds
    give_up = _check_now_and_then(first_look.may_need_analysis)

    def enough() -> bool:
        return monotonic() >= until or give_up()

    while not enough() and mining.mine_match(enough=enough, give_up=give_up, stock=stock):
        pass


@shared_task(ignore_result=True)
@tried_again
def publish_puzzles(days: int = 1, **_: object) -> None:
    """Publish missing daily puzzles. Beat runs this every hour, or every minute if embedded.

    :param days: how many days get theirs, today first. On an embedded installation, those are the days it was off, too
    """
    today = clocks.now().date()
    for ago in range(days):
        publishing.publish_daily_puzzles(today=today - timedelta(days=ago))


def _check_now_and_then(is_due: Callable[[], bool]) -> Callable[[], bool]:
    """Return this check, made at most every `CHECK_SECONDS` until it holds, and never again afterwards."""
    due, checked = False, monotonic()

    def check() -> bool:
        nonlocal due, checked
        if not due and monotonic() >= checked + CHECK_SECONDS:
            due, checked = is_due(), monotonic()
        return due

    return check


def _is_machine_busy() -> bool:
    """Check whether the load average has reached the number of processors."""
    return os.getloadavg()[0] >= (os.cpu_count() or 1)
