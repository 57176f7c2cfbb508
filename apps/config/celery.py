"""The Celery application: `celery -A apps.config worker`."""

from __future__ import annotations

import os

from celery import Celery

from apps.config import broker
from apps.config.logs import tasks as _request_ids  # noqa: F401 -- its signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.config.settings")

broker.use()
app = Celery("slowfuse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
