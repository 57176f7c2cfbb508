"""A player's own club data for export, without anyone else's words."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from apps.clubs.models import Exclusion, Invitation, JoinRequest, Membership, Role


def export_memberships(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the clubs they are in, and their roles."""
    for row in Membership.objects.filter(player=player).select_related("club").order_by("pk"):
        yield {
            "address": row.club.get_absolute_url(),
            "name": row.club.name,
            "role": Role(row.role).name.lower(),
            "since": row.since,
        }


def export_outside_clubs(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the clubs they asked to join, and those they were removed from."""
    for asked in JoinRequest.objects.filter(player=player).select_related("club").order_by("pk"):
        yield {"address": asked.club.get_absolute_url(), "name": asked.club.name, "asked_at": asked.at}
    for gone in Exclusion.objects.filter(player=player).select_related("club").order_by("pk"):
        yield {"address": gone.club.get_absolute_url(), "name": gone.club.name, "removed_at": gone.since}


def export_invitations(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the invitations they sent, by the name they typed, and those they received."""
    rows = Invitation.objects.filter(Q(by=player) | Q(to=player)).select_related("club").order_by("pk")
    for row in rows:
        sent = row.by_id == player
        yield {"club": row.club.get_absolute_url(), "sent": sent, "to": row.name if sent else "", "at": row.at}
