"""Friends and blocks. A friend is somebody one easily invites; whom somebody blocks, they never meet again.

A block works in both directions, and tells nobody: where the blocked would meet the blocker, there is just nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from apps.accounts.errors import RelationRefused
from apps.accounts.models import Player, Tie

MOST: Final = 500
"""Friends and blocks a person may have, together."""


def befriend(*, owner: Player, other: Player, now: datetime) -> None:
    """Call somebody a friend; a block goes.

    :raises RelationRefused: if it is oneself, there are too many, or the owner has no account
    """
    if owner.guest:
        raise RelationRefused(_("You need an account to add friends. Creating one takes a minute."))
    _tie(owner, other, Tie.Kind.FRIEND, now)


def block(*, owner: Player, other: Player, now: datetime) -> None:
    """Never meet somebody again, in either direction; a friendship goes, theirs too.

    :raises RelationRefused: if it is oneself, or there are too many
    """
    _tie(owner, other, Tie.Kind.BLOCK, now)
    Tie.objects.filter(owner=other, other=owner, kind=Tie.Kind.FRIEND).delete()


def loosen(*, owner: Player, other: Player) -> None:
    """Neither friend nor blocked any more."""
    Tie.objects.filter(owner=owner, other=other).delete()


def friends(player: int) -> list[Player]:
    """Whom somebody calls a friend, by name."""
    return list(Player.objects.filter(pk__in=_of(player, Tie.Kind.FRIEND)).order_by("username"))


def blocked(player: int) -> list[Player]:
    """Whom somebody has blocked, by name."""
    return list(Player.objects.filter(pk__in=_of(player, Tie.Kind.BLOCK)).order_by("username"))


def apart(player: int | None) -> frozenset[int]:
    """Everybody whom this person blocked or who blocked them."""
    if player is None:
        return frozenset()
    blocks = Tie.objects.filter(Q(owner=player) | Q(other=player), kind=Tie.Kind.BLOCK)
    return frozenset(one if one != player else two for one, two in blocks.values_list("owner", "other"))


def fans(player: int | None) -> frozenset[int]:
    """Everybody who calls this person a friend."""
    if player is None:
        return frozenset()
    return frozenset(Tie.objects.filter(other=player, kind=Tie.Kind.FRIEND).values_list("owner", flat=True))


def blocks(players: Collection[int]) -> list[tuple[int, int]]:
    """Who of these has blocked whom of them."""
    among = Tie.objects.filter(owner__in=players, other__in=players, kind=Tie.Kind.BLOCK)
    return list(among.values_list("owner", "other"))


def meet(players: Collection[int]) -> bool:
    """Whether none of these has blocked another of them."""
    return not Tie.objects.filter(owner__in=players, other__in=players, kind=Tie.Kind.BLOCK).exists()


def _of(player: int, kind: str) -> list[int]:
    return list(Tie.objects.filter(owner=player, kind=kind).values_list("other", flat=True))


def _tie(owner: Player, other: Player, kind: str, now: datetime) -> None:
    if owner.pk == other.pk:
        raise RelationRefused(_("That’s you."))
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=owner.pk)  # Two at once would both be the last.
        if Tie.objects.filter(owner=owner).exclude(other=other).count() >= MOST:
            raise RelationRefused(
                _("You already have %(most)d people on your lists. Remove someone first.") % {"most": MOST}
            )
        Tie.objects.update_or_create(owner=owner, other=other, defaults={"kind": kind, "since": now})
