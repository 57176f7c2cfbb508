"""Celery's doors to what is left over and to what waits."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.lobby import leftovers, waiting


@shared_task(ignore_result=True)
def tidy(**_: object) -> None:
    """Run by beat once a day."""
    leftovers.clear(now=timezone.now())


@shared_task(ignore_result=True)
def look_after(**_: object) -> None:
    """Run by beat every half minute: tables that begin with bots, chairs that were kept long enough."""
    now = timezone.now()
    waiting.release_due(now=now)
    waiting.begin_due(now=now)
