"""Celery tasks that a transaction causes, and tasks that run one at a time."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial, wraps
from threading import Event, Lock
from typing import ParamSpec

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

P = ParamSpec("P")


def queue_on_commit(task: str) -> None:
    """Queue a task without arguments by its name, if and when this transaction commits.

    Without a broker the task isn't queued, and beat's next message finds the work in the database.
    """
    transaction.on_commit(partial(_queue_task, task), robust=True)


def _queue_task(task: str) -> None:
    try:
        current_app.send_task(task, ignore_result=True)
    except OperationalError as error:
        logger.warning("Could not queue %s, continuing at beat's next message: %s", task, error)


def one_at_a_time(run: Callable[P, None]) -> Callable[P, None]:
    """Have this run again at its end if it's called while it runs in another thread.

    The worker of an embedded installation takes all messages in threads. Without this, slow mail servers would soon
    occupy all of them, and two threads would think about the same question.
    """
    running, wanted = Lock(), Event()

    @wraps(run)
    def run_alone(*args: P.args, **kwargs: P.kwargs) -> None:
        wanted.set()
        while wanted.is_set() and running.acquire(blocking=False):
            try:
                wanted.clear()
                run(*args, **kwargs)
            finally:
                running.release()

    return run_alone
