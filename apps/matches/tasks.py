"""Celery's doors to play."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.common.transactions import tried_again
from apps.matches.services import organiser, play, reliability, uptime

BATCH = 100
MOST = 5_000
"""Matches one sweep looks at before it lets another task have its turn."""


@shared_task(ignore_result=True)
@tried_again
def settle_matches(**_: object) -> None:
    """Run by beat every second. The database says what is due; the broker only says look."""
    looked, found = 0, BATCH
    while looked < MOST and found:
        now = timezone.now()  # First: what lapses while we ask whether pages are served does not count.
        if uptime.closed(now=now):
            return
        if not looked:
            organiser.resume_due(now=now)
        found = play.settle_due(now=now, limit=BATCH)
        looked += found


@shared_task(ignore_result=True)
@tried_again
def count_reliability(**_: object) -> None:
    """Run by beat every few minutes."""
    reliability.count_due(now=timezone.now())
