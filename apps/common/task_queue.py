"""Celery tasks that a transaction causes."""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


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
