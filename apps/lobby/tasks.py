"""Celery's door to what is left over."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.lobby import leftovers


@shared_task(ignore_result=True)
def tidy(**_: object) -> None:
    """Run by beat once a day."""
    leftovers.clear(now=timezone.now())
