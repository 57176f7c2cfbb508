"""What a player can do about notices of invitations to clubs."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.urls import reverse
from django.utils.translation import pgettext

from apps.clubs.models import Invitation
from apps.notices.selectors.inbox import Deed


def find_club_deeds(player: int, keys: Collection[str]) -> Mapping[str, tuple[Deed, ...]]:
    """Return the answers to the club invitations among these notices that can still be answered, by key."""
    if not any(key.startswith("club:") for key in keys):
        return {}
    found = Invitation.objects.filter(to=player, declined_at=None, club__closed_at=None)
    deeds = {f"club:{code}:invited:{key}": _build_answers(code) for key, code in found.values_list("pk", "club__code")}
    return {key: deed for key, deed in deeds.items() if key in keys}


def _build_answers(code: str) -> tuple[Deed, ...]:
    return (
        Deed(pgettext("an invitation", "Accept"), reverse("clubs:join", args=[code]), posts=True, primary=True),
        Deed(pgettext("an invitation", "Decline"), reverse("clubs:decline", args=[code]), posts=True),
    )
