"""Whose words somebody does not want to see. It concerns nobody else, and nobody else is told."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from apps.talk.errors import TalkRefused
from apps.talk.models import Mute


def mute(*, owner: int, other: int, now: datetime) -> None:
    """Fold away what somebody says, here and everywhere.

    :raises TalkRefused: if it is oneself
    """
    if owner == other:
        raise TalkRefused(_("That’s you."))
    Mute.objects.get_or_create(owner_id=owner, other_id=other, defaults={"since": now})


def unmute(*, owner: int, other: int) -> None:
    """Read them again."""
    Mute.objects.filter(owner=owner, other=other).delete()


def end(*, owner: int, mute: int) -> None:
    """The same, by the mute's id; nothing happens if it is not theirs."""
    Mute.objects.filter(pk=mute, owner=owner).delete()


class MutedPlayer(NamedTuple):
    """Somebody who is muted."""

    mute: int
    """The id of the mute."""
    name: str


def muted(owner: int) -> list[MutedPlayer]:
    """Everybody whom this person muted, by name."""
    rows = Mute.objects.filter(owner=owner).order_by("other__username").values_list("pk", "other__username")
    return [MutedPlayer(*row) for row in rows]


def muters(other: int) -> frozenset[int]:
    """Who muted this person."""
    return frozenset(Mute.objects.filter(other=other).values_list("owner", flat=True))
