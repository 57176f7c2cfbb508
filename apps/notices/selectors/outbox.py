"""The state of the outbox for monitoring, as numbers and times without any contents."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min, Q

from apps.notices.models import Delivery, Notice


class OutboxState(NamedTuple):
    """How far sending is behind."""

    waiting: int
    """Due notices in no message yet, and messages that haven't been sent."""
    due_since: datetime | None
    """The time since when the oldest of them could have been processed."""
    unsent_since: datetime | None
    """The time when the oldest unsent message was written, however often it was tried."""


def load_outbox_state(*, now: datetime) -> OutboxState:
    """Return the state with two statements, each using an index of what is still to do."""
    notices = Notice.objects.filter(owed__gt=0, due_at__lte=now).aggregate(waiting=Count("pk"), since=Min("due_at"))
    messages = Delivery.objects.filter(state=Delivery.State.WAITING).aggregate(
        waiting=Count("pk"), written=Min("created_at"), since=Min("next_at", filter=Q(next_at__lte=now))
    )
    due = [at for at in (notices["since"], messages["since"]) if at is not None]
    return OutboxState(notices["waiting"] + messages["waiting"], min(due, default=None), messages["written"])
