"""What nobody comes back to: tables that never began, sandboxes that are a week old, and guests who are long gone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce

from apps.accounts.models import Player
from apps.lobby.models import Chair, Table
from apps.matches.services import sandboxes

TABLE_WAITS: Final = timedelta(days=30)
GUEST_STAYS: Final = timedelta(days=91)
"""As long as a session, which is renewed once a day: afterwards no browser remembers a guest, and nobody else can be
them.
"""


def clear(*, now: datetime) -> tuple[int, int, int]:
    """Remove what nobody comes back to; returns how many tables, sandboxes and guests. Twice at once does no harm."""
    return clear_tables(now=now), sandboxes.clear(now=now), clear_guests(now=now)


def clear_tables(*, now: datetime) -> int:
    """Remove tables that were opened `TABLE_WAITS` ago and have not begun; returns how many."""
    stale = Table.objects.filter(started_at=None, created_at__lt=now - TABLE_WAITS)
    with transaction.atomic():
        list(stale.order_by("pk").select_for_update().values_list("pk"))  # None of them begins while they go.
        _rows, kinds = stale.delete()
    return kinds.get("lobby.Table", 0)


def clear_guests(*, now: datetime) -> int:
    """Remove guests who last came `GUEST_STAYS` ago and sit in no match and at no open table; returns how many.

    The host of a table stays: with the host the table would go, and with it the way from an invitation to its match.
    """
    open_chairs = Chair.objects.filter(player=OuterRef("pk"), table__started_at=None)
    came = Player.objects.alias(came_at=Coalesce("last_login", "date_joined"))
    idle = came.filter(~Exists(open_chairs), guest=True, came_at__lt=now - GUEST_STAYS, seats=None, hosted=None)
    with transaction.atomic():
        # None of them sits down while they go.
        list(idle.order_by("pk").select_for_update(of=("self",)).values_list("pk"))
        _rows, kinds = idle.delete()
    return kinds.get("accounts.Player", 0)
