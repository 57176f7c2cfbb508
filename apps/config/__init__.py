"""The configuration of the site and its connections to the services around it."""

from __future__ import annotations

from apps.config.celery import app as celery_app

__all__ = ("celery_app",)
