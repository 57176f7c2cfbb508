"""A player's own lobby data for export."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from apps.lobby.models import Chair, Invitation
from apps.lobby.services.chairs import get_word


def export_tables(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the open tables the player has joined."""
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
            "word": get_word(chair.table, player),
        }


def export_invitations(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the invitations the player sent and received."""
    mine = Q(by=player) | Q(to=player) | Q(to=None, meant=player)
    for invitation in Invitation.objects.filter(mine).select_related("table").order_by("pk"):
        sent = invitation.by_id == player
        yield {
            "table": invitation.table.get_absolute_url(),
            "sent": sent,
            "to": (invitation.name or invitation.email) if sent else "",
            "at": invitation.created_at,
            # As on the table's page, the sender doesn't find out whether it reached anyone.
            "answer": "" if sent and invitation.answer == Invitation.Answer.WITHDRAWN else invitation.answer,
        }
