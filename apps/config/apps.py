"""The config app, with the settings and URLs of the whole site."""

from __future__ import annotations

from django.apps import AppConfig
from django.core import checks

from apps.config.checks import check_site_is_allowed


class ConfigConfig(AppConfig):
    name = "apps.config"

    def ready(self) -> None:
        checks.register(check_site_is_allowed)
