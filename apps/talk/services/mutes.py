"""Muting a player: their chat is hidden from the player who mutes, and no one else is notified."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from apps.talk.errors import TalkRefused
from apps.talk.models import Mute


def mute_player(*, owner: int, other: int, now: datetime) -> None:
    """Collapse what a player says, here and everywhere.

    :raises TalkRefused: if it's the player themselves
    """
    if owner == other:
        raise TalkRefused(_("That’s you."))
    Mute.objects.get_or_create(owner_id=owner, other_id=other, defaults={"since": now})


def unmute_player(*, owner: int, other: int) -> None:
    """Show the player's messages again."""
    Mute.objects.filter(owner=owner, other=other).delete()


def remove_mute(*, owner: int, mute: int) -> None:
    """Remove a mute by its ID. Nothing happens if it's someone else's."""
    Mute.objects.filter(pk=mute, owner=owner).delete()


class MutedPlayer(NamedTuple):
    """A muted player."""

    mute: int
    """The ID of the mute."""
    name: str


def find_muted_players(owner: int) -> list[MutedPlayer]:
    """Return everyone this player muted, by name."""
    rows = Mute.objects.filter(owner=owner).order_by("other__username").values_list("pk", "other__username")
    return [MutedPlayer(*row) for row in rows]


def find_muters(other: int) -> frozenset[int]:
    """Return the players who muted this player."""
    return frozenset(Mute.objects.filter(other=other).values_list("owner", flat=True))
