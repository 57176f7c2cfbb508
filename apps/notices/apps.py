"""The app of notices."""

from __future__ import annotations

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "apps.notices"
    default_auto_field = "django.db.models.BigAutoField"
