"""The lessons app, with one guided first match per game."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LessonsConfig(AppConfig):
    name = "apps.lessons"
    verbose_name = _("Lessons")
