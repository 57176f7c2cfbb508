"""The lobby app, with tables at which players gather before a match."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "apps.lobby"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Tables")
