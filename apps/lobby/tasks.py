"""Celery's doors to what is left over and to what waits."""

from __future__ import annotations

from time import monotonic
from typing import Final

from celery import shared_task

from apps.common import clocks
from apps.common.transactions import tried_again
from apps.lobby.services import cleanup, invitation_mail, scheduler

RUN: Final = 20.0
"""Seconds after which one run begins with no other mail and lets another task have its turn."""
LIMIT: Final = 180
"""Seconds after which a run that hangs is ended: less than the lease of a mail."""


@shared_task(ignore_result=True)
@tried_again
def tidy(**_: object) -> None:
    """Run by beat once a day."""
    cleanup.clear(now=clocks.now())


@shared_task(ignore_result=True)
@tried_again
def look_after(**_: object) -> None:
    """Run by beat every half minute: tables that begin with bots, chairs that were kept long enough."""
    now = clocks.asked()
    scheduler.release_due(now=now)
    scheduler.begin_due(now=now)


@shared_task(ignore_result=True, time_limit=LIMIT)
@tried_again
def send_invitations(**_: object) -> None:
    """Run by beat every few seconds: mails to people who have no account."""
    until = monotonic() + RUN
    while monotonic() < until and invitation_mail.send_next(now=clocks.now()):
        pass
