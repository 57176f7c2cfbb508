"""Celery's doors to what is left over and to what waits."""

from __future__ import annotations

from typing import Final

from celery import shared_task
from django.utils import timezone

from apps.common.transactions import tried_again
from apps.lobby import leftovers, mailing, waiting

MOST: Final = 50
"""Mails one run sends before it lets another task have its turn."""


@shared_task(ignore_result=True)
@tried_again
def tidy(**_: object) -> None:
    """Run by beat once a day."""
    leftovers.clear(now=timezone.now())


@shared_task(ignore_result=True)
@tried_again
def look_after(**_: object) -> None:
    """Run by beat every half minute: tables that begin with bots, chairs that were kept long enough."""
    now = timezone.now()
    waiting.release_due(now=now)
    waiting.begin_due(now=now)


@shared_task(ignore_result=True)
@tried_again
def send_invitations(**_: object) -> None:
    """Run by beat every few seconds: mails to people who have no account."""
    for _mail in range(MOST):
        if not mailing.send_next(now=timezone.now()):
            break
