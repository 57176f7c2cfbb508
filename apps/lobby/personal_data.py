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
    mine = Q(by=player) | Q(to=player) | Q(to=None, meant=player)
    for invitation in Invitation.objects.filter(mine).select_related("table").order_by("pk"):
        sent = invitation.by_id == player
        yield {
            "table": invitation.table.get_absolute_url(),
            "sent": sent,
            "to": (invitation.name or invitation.email) if sent else "",
            "at": invitation.created_at,
            # As on the page of the table: whether it reached anybody is not for who sent it.
            "answer": "" if sent and invitation.answer == Invitation.Answer.WITHDRAWN else invitation.answer,
        }
