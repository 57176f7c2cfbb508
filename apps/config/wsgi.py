"""The WSGI entry point for pages and turns."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from apps.config import heartbeat, warmup
from apps.config.requests import FromGunicorn

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.config.settings")

application = get_wsgi_application()
application.request_class = FromGunicorn
warmup.read_templates()
warmup.build_types()
warmup.rest_from_garbage()
heartbeat.start_heartbeat()
