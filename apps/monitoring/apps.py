"""The monitoring app: health checks, metrics, and the page that shows how the house is."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MonitoringConfig(AppConfig):
    name = "apps.monitoring"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("House")
