"""Celery's door to tournaments."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.common.transactions import tried_again
from apps.matches.services import uptime as house
from apps.tournaments.services import scheduler


@shared_task(ignore_result=True)
@tried_again
def look_after_tournaments(**_: object) -> None:
    """Run by beat every twenty seconds. The database says what is due."""
    now = timezone.now()
    if not house.closed(now=now):
        scheduler.look(now=now)
