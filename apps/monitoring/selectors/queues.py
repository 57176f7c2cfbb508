"""The length of each Celery queue, with any broker."""

from __future__ import annotations

import logging

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def get_queue_lengths() -> dict[str, int | None]:
    """Return the lengths by queue name, None if the broker is unreachable.

    Declaring a queue, as a worker does, reports its length with every broker. Redis counts a list, the embedded folder
    its files.
    """
    broker = current_app.connection_for_write()
    try:
        with broker:
            broker.ensure_connection(max_retries=1, interval_start=0)  # otherwise kombu would wait two seconds
            channel = broker.channel()
            return {
                queue.name: channel.queue_declare(queue=queue.name, durable=True, auto_delete=False).message_count
                for queue in settings.CELERY_TASK_QUEUES
            }
    except (OperationalError, *broker.connection_errors, *broker.channel_errors) as error:
        logger.warning("Broker unreachable: %s", type(error).__name__)
        return dict.fromkeys(queue.name for queue in settings.CELERY_TASK_QUEUES)
