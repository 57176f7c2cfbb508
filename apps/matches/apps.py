"""The matches app: matches in the database."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "apps.matches"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Matches")
