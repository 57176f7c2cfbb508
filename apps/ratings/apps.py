"""The ratings app."""

from __future__ import annotations

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "apps.ratings"
    default_auto_field = "django.db.models.BigAutoField"
