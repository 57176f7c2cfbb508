"""The puzzles app, with decisions of finished matches asked again."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PuzzlesConfig(AppConfig):
    name = "apps.puzzles"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Daily puzzles")
