"""What of the clubs belongs to one player, for them to take along: nobody else's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from apps.clubs.models import Exclusion, Invitation, JoinRequest, Membership, Message, Report, Role


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


def messages(*, player: int) -> Iterator[dict[str, Any]]:
    """What they said."""
    for row in Message.objects.filter(author=player).select_related("club").order_by("pk").iterator():
        yield {
            "club": row.club.get_absolute_url(),
            "at": row.at,
            "text": row.text,
            "removed": row.hidden_at is not None,
        }


def reports(*, player: int) -> Iterator[dict[str, Any]]:
    """What they reported."""
    for row in Report.objects.filter(reporter=player).select_related("message__club").order_by("pk"):
        club = row.message.club.get_absolute_url()
        yield {"club": club, "at": row.at, "reason": row.reason, "words": row.words}
