"""Celery's doors to play."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.common.transactions import tried_again
from apps.matches import organise, play, reliability, watch

BATCH = 100
MOST = 5_000
"""Matches one sweep looks at before it lets another task have its turn."""


@shared_task(ignore_result=True)
@tried_again
def settle_matches(**_: object) -> None:
    """Run by beat every second. The database says what is due; the broker only says look."""
    watch.beat(now=timezone.now())
    organise.resume_due(now=timezone.now())
    looked = 0
    while looked < MOST and (found := play.settle_due(now=timezone.now(), limit=BATCH)):
        looked += found


@shared_task(ignore_result=True)
@tried_again
def count_reliability(**_: object) -> None:
    """Run by beat every few minutes."""
    reliability.count_due(now=timezone.now())
