"""The app of tournaments."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "apps.tournaments"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Tournaments")
