"""What of the clubs belongs to one player, for them to take along: nobody else's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from apps.clubs.models import Exclusion, Invitation, JoinRequest, Membership, Role


def memberships(*, player: int) -> Iterator[dict[str, Any]]:
    """The clubs they are in, and what they are there."""
    for row in Membership.objects.filter(player=player).select_related("club").order_by("pk"):
        yield {
            "address": row.club.get_absolute_url(),
            "name": row.club.name,
            "role": Role(row.role).name.lower(),
            "since": row.since,
        }


def waiting(*, player: int) -> Iterator[dict[str, Any]]:
    """Where they asked to be let in, and where they were removed."""
    for asked in JoinRequest.objects.filter(player=player).select_related("club").order_by("pk"):
        yield {"address": asked.club.get_absolute_url(), "name": asked.club.name, "asked_at": asked.at}
    for gone in Exclusion.objects.filter(player=player).select_related("club").order_by("pk"):
        yield {"address": gone.club.get_absolute_url(), "name": gone.club.name, "removed_at": gone.since}


def invitations(*, player: int) -> Iterator[dict[str, Any]]:
    """Whom they invited, by the name they typed, and who invited them."""
    rows = Invitation.objects.filter(Q(by=player) | Q(to=player)).select_related("club").order_by("pk")
    for row in rows:
        sent = row.by_id == player
        yield {"club": row.club.get_absolute_url(), "sent": sent, "to": row.name if sent else "", "at": row.at}
