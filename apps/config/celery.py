"""The Celery application: `celery -A apps.config worker`."""

from __future__ import annotations

import os

from celery import Celery
from celery.signals import heartbeat_sent

from apps.config import broker
from apps.config.logs import tasks as _request_ids  # noqa: F401 -- its signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.config.settings")

broker.register_transports()
app = Celery("slowfuse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@heartbeat_sent.connect
def _touch_alive_file(**_: object) -> None:
    """Touch the health check file. A worker that's connected to the broker sends this every two seconds."""
    from apps.config import alive  # noqa: PLC0415 -- the settings come first

    alive.touch_alive_file()
