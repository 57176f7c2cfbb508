"""The monitoring app, with health checks, metrics, and a status page."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.common import metrics


class MonitoringConfig(AppConfig):
    name = "apps.monitoring"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Monitoring")

    def ready(self) -> None:
        """Start counting in every process, before any is forked from it."""
        if settings.SLOWFUSE_METRICS_TOKEN:
            metrics.start_counting(settings.VAR / "metrics")
