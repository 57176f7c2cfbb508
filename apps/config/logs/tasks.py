"""The request ID of each task a request starts, so that a worker's log lines name the request."""

from __future__ import annotations

import logging
from typing import Final

from celery import Task, signals
from celery.utils.log import get_multiprocessing_logger

from apps.config.logs import scope

TASK_REQUEST_ID_HEADER: Final = "slowfuse_request"
"""The message header with the ID of the request that started the task."""


@signals.before_task_publish.connect
def _send_request_id(headers: dict[str, object], **_: object) -> None:
    known = scope.current.get()
    if known and known.request_id:
        headers[TASK_REQUEST_ID_HEADER] = known.request_id


@signals.task_prerun.connect
def _start_task_scope(task: Task, **_: object) -> None:
    given = task.request.get(TASK_REQUEST_ID_HEADER)
    scope.current.set(scope.Scope(scope.get_safe_request_id(given) if given else "", task=task.name))


@signals.task_postrun.connect
def _end_task_scope(**_: object) -> None:
    scope.current.set(None)


@signals.setup_logging.connect
def _keep_django_logging(loglevel: int, **_: object) -> None:
    """Keep Django's logging in Celery without an extra handler, and take only its log level."""
    logging.getLogger().setLevel(loglevel)
    pool = (
        get_multiprocessing_logger()
    )  # It has none of Django's handlers, and through it a worker reports that a child has died.
    pool.propagate = True
    pool.setLevel("ERROR")
