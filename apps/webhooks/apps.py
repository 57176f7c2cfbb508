"""The webhooks app."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebhooksConfig(AppConfig):
    name = "apps.webhooks"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Webhooks")
