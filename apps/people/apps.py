"""The people app."""

from __future__ import annotations

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "apps.people"
    default_auto_field = "django.db.models.BigAutoField"
