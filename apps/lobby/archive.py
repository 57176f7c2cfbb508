"""What of the lobby belongs to one player, for them to take along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from apps.lobby.models import Chair, Invitation


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


def invitations(*, player: int) -> Iterator[dict[str, Any]]:
    """Whom the player asked to a table, and who asked them."""
    asked = Invitation.objects.filter(Q(by=player) | Q(to=player)).select_related("table").order_by("pk")
    for one in asked:
        mine = one.by_id == player
        yield {
            "table": one.table.get_absolute_url(),
            "sent": mine,
            "to": (one.name or one.email) if mine else "",
            "at": one.created_at,
            "answer": "" if mine and one.to_id is None else one.answer,
        }
