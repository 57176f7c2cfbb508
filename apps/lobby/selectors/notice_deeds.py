"""What a player can do about notices of invitations to tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import pgettext

from apps.lobby.models import Invitation
from apps.notices.selectors.inbox import Deed

PREFIX: Final = "invitation:"


def find_invitation_deeds(player: int, keys: Collection[str]) -> Mapping[str, tuple[Deed, ...]]:
    """Return the answers to the invitations among these notices that can still be answered, by key."""
    wanted = {int(key.removeprefix(PREFIX)) for key in keys if key.startswith(PREFIX)}
    if not wanted:
        return {}
    to_them = Q(to=player) | Q(to=None, meant=player)
    found = Invitation.objects.filter(to_them, pk__in=wanted, answered_at=None, table__started_at=None).values_list(
        "pk", "token"
    )
    return {
        f"{PREFIX}{key}": (
            Deed(pgettext("an invitation", "Accept"), reverse("lobby:accept", args=[token]), posts=True, primary=True),
            Deed(pgettext("an invitation", "Decline"), reverse("lobby:decline", args=[token]), posts=True),
        )
        for key, token in found
    }
