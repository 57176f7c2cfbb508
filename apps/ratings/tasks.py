"""Celery tasks for ratings and statistics."""

from __future__ import annotations

from celery import shared_task

from apps.common import clocks
from apps.common.transactions import tried_again
from apps.ratings.services import ledger, statistics


@shared_task(ignore_result=True)
@tried_again
def rate_matches(**_: object) -> None:
    """Record new results. Beat runs this every ten seconds, and the database knows what is missing."""
    ledger.record_results(now=clocks.now())


@shared_task(ignore_result=True)
@tried_again
def count_figures(**_: object) -> None:
    """Compute the statistics. Beat runs this every night."""
    statistics.count_all(now=clocks.now())
