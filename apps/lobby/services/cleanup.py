"""Removal of what no one will use again: tables that never started, week-old sandboxes and guests long gone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce

from apps.accounts.models import Player
from apps.lobby.models import Chair, Table
from apps.matches.services import sandboxes

MAX_OPEN_TABLE_AGE: Final = timedelta(days=30)
MAX_GUEST_ABSENCE: Final = timedelta(days=91)
"""As long as a session, which is renewed once a day, so that no browser can still log in as the guest."""


def clear_stale_data(*, now: datetime) -> tuple[int, int, int]:
    """Remove all of these, and return the numbers of tables, sandboxes and guests.

    Running it twice at once is harmless.
    """
    return clear_tables(now=now), sandboxes.delete_old_sandboxes(now=now), clear_guests(now=now)


def clear_tables(*, now: datetime) -> int:
    """Remove tables that were opened `MAX_OPEN_TABLE_AGE` ago and haven't started, and return how many."""
    stale = Table.objects.filter(started_at=None, created_at__lt=now - MAX_OPEN_TABLE_AGE)
    with transaction.atomic():
        list(stale.order_by("pk").select_for_update().values_list("pk"))  # The lock keeps them from starting.
        _rows, kinds = stale.delete()
    return kinds.get("lobby.Table", 0)


def clear_guests(*, now: datetime) -> int:
    """Remove guests who last came `MAX_GUEST_ABSENCE` ago and have no match or open table, and return how many.

    A table's host stays. Without the host the table would be deleted, and with it the link from an invitation to its
    match.
    """
    open_chairs = Chair.objects.filter(player=OuterRef("pk"), table__started_at=None)
    came = Player.objects.alias(came_at=Coalesce("last_login", "date_joined"))
    idle = came.filter(~Exists(open_chairs), guest=True, came_at__lt=now - MAX_GUEST_ABSENCE, seats=None, hosted=None)
    with transaction.atomic():
        # The lock keeps them from joining while they are deleted.
        list(idle.order_by("pk").select_for_update(of=("self",)).values_list("pk"))
        _rows, kinds = idle.delete()
    return kinds.get("accounts.Player", 0)
