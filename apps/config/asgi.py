"""The door of the process that keeps news streams open; in the embedded default it serves the pages too."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.config.settings")

application = get_asgi_application()
