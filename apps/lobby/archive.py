"""What of the lobby belongs to one player, for them to take along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.lobby.models import Chair


def tables(*, player: int) -> Iterator[dict[str, Any]]:
    """The open tables at which the player sits."""
    seats = Chair.objects.filter(player=player, table__started_at=None).select_related("table").order_by("table")
    for chair in seats:
        yield {
            "address": chair.table.get_absolute_url(),
            "game": chair.table.game,
            "options": chair.table.options,
            "pace": chair.table.pace,
            "public": chair.table.public,
            "host": chair.table.host_id == player,
            "opened_at": chair.table.created_at,
        }
