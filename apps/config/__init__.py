"""How the site is put together and what it needs from its surroundings."""

from __future__ import annotations

from apps.config.celery import app as celery_app

__all__ = ("celery_app",)
