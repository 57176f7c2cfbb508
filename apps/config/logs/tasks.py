"""Carries the id of a request to the tasks it starts, so that lines of a worker say who rang."""

from __future__ import annotations

import logging
from typing import Any, Final

from celery import signals
from celery.utils.log import get_multiprocessing_logger

from apps.config.logs import scope

HEADER: Final = "slowfuse_request"
"""Of a message; only what a request started has one."""


@signals.before_task_publish.connect
def _send(headers: dict[str, Any], **_: Any) -> None:
    known = scope.current.get()
    if known and known.request_id:
        headers[HEADER] = known.request_id


@signals.task_prerun.connect
def _begin(task: Any, **_: Any) -> None:
    given = task.request.get(HEADER)
    scope.current.set(scope.Scope(scope.sane(given) if given else "", task=task.name))


@signals.task_postrun.connect
def _end(**_: Any) -> None:
    scope.current.set(None)


@signals.setup_logging.connect
def _leave(loglevel: int, **_: Any) -> None:
    """Celery keeps Django's logging as it is, and adds no handler with a format of its own; the level is its word."""
    logging.getLogger().setLevel(loglevel)
    pool = (
        get_multiprocessing_logger()
    )  # It has none of Django's; through it a worker says that a child of it has died.
    pool.propagate = True
    pool.setLevel("ERROR")
