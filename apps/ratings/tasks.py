"""Celery's doors to ratings and figures."""

from __future__ import annotations

from celery import shared_task

from apps.common import clocks
from apps.common.transactions import tried_again
from apps.ratings.services import ledger, statistics


@shared_task(ignore_result=True)
@tried_again
def rate_matches(**_: object) -> None:
    """Run by beat every minute. The database says what is not judged yet."""
    ledger.sweep(now=clocks.now())


@shared_task(ignore_result=True)
@tried_again
def count_figures(**_: object) -> None:
    """Run by beat every night."""
    statistics.count_all(now=clocks.now())
