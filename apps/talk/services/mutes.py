"""Whose words somebody does not want to see. It concerns nobody else, and nobody else is told."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from apps.talk.errors import TalkRefused
from apps.talk.models import Mute


def mute(*, owner: int, other: int, now: datetime) -> None:
    """Fold away what somebody says, here and everywhere.

    :raises TalkRefused: if it is oneself
    """
    if owner == other:
        raise TalkRefused(_("That is you."))
    Mute.objects.get_or_create(owner_id=owner, other_id=other, defaults={"since": now})


def unmute(*, owner: int, other: int) -> None:
    """Read them again."""
    Mute.objects.filter(owner=owner, other=other).delete()


def end(*, owner: int, mute: int) -> None:
    """The same, by the mute's id; nothing happens if it is not theirs."""
    Mute.objects.filter(pk=mute, owner=owner).delete()


def muted(owner: int) -> list[tuple[int, str]]:
    """Everybody whom this person muted: the mute's id and their name, by name."""
    return list(
        Mute.objects.filter(owner=owner).annotate(name=F("other__username")).order_by("name").values_list("pk", "name")
    )


def muters(other: int) -> frozenset[int]:
    """Who muted this person."""
    return frozenset(Mute.objects.filter(other=other).values_list("owner", flat=True))
