"""Scheduled changes to tables: bots join as announced, and reservations expire.

Running it twice at once is harmless.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Final

from apps.common.errors import Busy
from apps.common.transactions import atomic_or_busy
from apps.kernel.game import Illegal
from apps.lobby.errors import TableRefused
from apps.lobby.models import Chair, Table
from apps.lobby.services.chairs import lock_table, separate_blocked_players, start_full_table, update_seat_counts

logger = logging.getLogger(__name__)

MAX_TABLES_PER_RUN: Final = 200
"""Maximum tables handled in one run, while the rest waits for the next."""


def begin_due(*, now: datetime) -> int:
    """Seat bots at tables that have waited long enough, start them, and return how many started."""
    due = Table.objects.filter(started_at=None, bots_at__lte=now).order_by("bots_at")
    return sum(_start_due_table(code, now) for code in due.values_list("code", flat=True)[:MAX_TABLES_PER_RUN])


def release_due(*, now: datetime) -> int:
    """Free the seats whose reservation has expired, and return how many."""
    late = Chair.objects.filter(kept_until__lte=now).values_list("table__code", flat=True)
    return sum(_release_expired_seats(code, now) for code in dict.fromkeys(late[:MAX_TABLES_PER_RUN]))


def _start_due_table(code: str, now: datetime) -> bool:
    try:
        with lock_table(code) as table:
            if table.bots_at is None or table.bots_at > now:
                return False
            separate_blocked_players(table)
            for chair in table.sitting:
                if chair.empty:
                    chair.bot, chair.kept_for, chair.kept_until = True, None, None
                    chair.save(update_fields=["bot", "kept_for", "kept_until"])
            update_seat_counts(table)
            start_full_table(table, now=now)
    except (Table.DoesNotExist, TableRefused, Busy):
        return False  # Someone else was faster, or is doing it now.
    except (Illegal, KeyError):
        logger.exception("Table %s: could not start the match", code)
        Table.objects.filter(code=code).update(bots_at=None)
        return False
    return True


def _release_expired_seats(code: str, now: datetime) -> int:
    """Free expired reservations of a table.

    After its match has started they don't matter, but must not be found again.
    """
    try:
        with atomic_or_busy():
            table = Table.objects.select_for_update(no_key=True).get(code=code)
            freed = [chair for chair in table.sitting if chair.kept_until and chair.kept_until <= now]
            for chair in freed:
                chair.kept_for, chair.kept_until = None, None
                chair.save(update_fields=["kept_for", "kept_until"])
            update_seat_counts(table)
    except (Table.DoesNotExist, Busy):
        return 0
    return len(freed)
