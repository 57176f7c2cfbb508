"""The app of talk."""

from __future__ import annotations

from django.apps import AppConfig


class TalkConfig(AppConfig):
    name = "apps.talk"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Talk"
