"""What waits to be told or sent: for whoever watches the house. Numbers and instants, and nothing of what is said."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min, Q

from apps.notices.models import Delivery, Notice


class OutboxState(NamedTuple):
    """How far the house is behind with what it has to say."""

    waiting: int
    """Notices that are due and in no message yet, and messages that were not handed over."""
    due_since: datetime | None
    """Since when the oldest of them could have been taken up and was not."""
    unsent_since: datetime | None
    """When the oldest message was written that is still not handed over, however often it was tried."""


def state(*, now: datetime) -> OutboxState:
    """Two statements, each by an index of what is still to do."""
    notices = Notice.objects.filter(owed__gt=0, due_at__lte=now).aggregate(waiting=Count("pk"), since=Min("due_at"))
    messages = Delivery.objects.filter(state=Delivery.State.WAITING).aggregate(
        waiting=Count("pk"), written=Min("created_at"), since=Min("next_at", filter=Q(next_at__lte=now))
    )
    due = [at for at in (notices["since"], messages["since"]) if at is not None]
    return OutboxState(notices["waiting"] + messages["waiting"], min(due, default=None), messages["written"])
