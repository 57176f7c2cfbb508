"""Celery's doors to notices."""

from __future__ import annotations

from typing import Final

from celery import shared_task
from django.utils import timezone

from apps.common.transactions import tried_again
from apps.notices import deliver, sweep

MOST: Final = 20
"""Batches one run looks at before it lets another task have its turn."""


@shared_task(ignore_result=True)
@tried_again
def tell(**_: object) -> None:
    """Run by beat every few seconds: what is new, who is told, what goes out."""
    sweep.look(now=timezone.now())
    sweep.put_together(now=timezone.now())
    for _batch in range(MOST):
        if deliver.deliver(now=timezone.now()) < deliver.BATCH:
            break


@shared_task(ignore_result=True)
@tried_again
def look_around(**_: object) -> None:
    """Run by beat every five minutes: whatever the quick look does not find."""
    sweep.look(now=timezone.now(), all_of_it=True)


@shared_task(ignore_result=True)
@tried_again
def forget(**_: object) -> None:
    """Run by beat once a day."""
    sweep.forget(now=timezone.now())
