"""Friends and blocks. Friends are easy to invite, and blocked players never meet again.

A block works in both directions and notifies no one. Where the blocked player would meet the other, there is simply
nothing.
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

MAX_TIES: Final = 500
"""Maximum number of a player's friends and blocks together."""


def add_friend(*, owner: Player, other: Player, now: datetime) -> None:
    """Add a friend, and remove a block.

    :raises RelationRefused: if it is oneself, there are too many, or the owner has no account
    """
    if owner.guest:
        raise RelationRefused(_("You need an account to add friends. Creating one takes a minute."))
    _save_tie(owner, other, Tie.Kind.FRIEND, now)


def block_player(*, owner: Player, other: Player, now: datetime) -> None:
    """Block a player in both directions, and end the friendship in both.

    :raises RelationRefused: if it's the player themselves, or there are too many
    """
    _save_tie(owner, other, Tie.Kind.BLOCK, now)
    Tie.objects.filter(owner=other, other=owner, kind=Tie.Kind.FRIEND).delete()


def remove_tie(*, owner: Player, other: Player) -> None:
    """Remove the friendship or block."""
    Tie.objects.filter(owner=owner, other=other).delete()


def find_friends(player: int) -> list[Player]:
    """Return the player's friends, by name."""
    friends = Tie.objects.filter(owner=player, kind=Tie.Kind.FRIEND).values("other")
    return list(Player.objects.filter(pk__in=friends).order_by("username"))


def find_blocked_players(player: int) -> list[Player]:
    """Return the players this player has blocked, by name."""
    return list(Player.objects.filter(pk__in=_find_tied_players(player, Tie.Kind.BLOCK)).order_by("username"))


def find_players_apart(player: int | None) -> frozenset[int]:
    """Return everyone this player blocked or was blocked by."""
    if player is None:
        return frozenset()
    blocks = Tie.objects.filter(Q(owner=player) | Q(other=player), kind=Tie.Kind.BLOCK)
    return frozenset(one if one != player else two for one, two in blocks.values_list("owner", "other"))


def find_all_players_apart(players: Collection[int]) -> dict[int, set[int]]:
    """Return for each of these players everyone they blocked or were blocked by."""
    apart: dict[int, set[int]] = {player: set() for player in players}
    blocks = Tie.objects.filter(Q(owner__in=players) | Q(other__in=players), kind=Tie.Kind.BLOCK)
    for one, two in blocks.values_list("owner", "other"):
        for player, other in ((one, two), (two, one)):
            if player in apart:
                apart[player].add(other)
    return apart


def find_fans(player: int | None) -> frozenset[int]:
    """Return everyone who calls this player a friend."""
    if player is None:
        return frozenset()
    return frozenset(Tie.objects.filter(other=player, kind=Tie.Kind.FRIEND).values_list("owner", flat=True))


def find_blocks(players: Collection[int]) -> list[tuple[int, int]]:
    """Return the blocks among these players as pairs of owner and blocked player."""
    among = Tie.objects.filter(owner__in=players, other__in=players, kind=Tie.Kind.BLOCK)
    return list(among.values_list("owner", "other"))


def can_all_meet(players: Collection[int]) -> bool:
    """Check that none of these players has blocked another."""
    return not Tie.objects.filter(owner__in=players, other__in=players, kind=Tie.Kind.BLOCK).exists()


def _find_tied_players(player: int, kind: str) -> list[int]:
    return list(Tie.objects.filter(owner=player, kind=kind).values_list("other", flat=True))


def _save_tie(owner: Player, other: Player, kind: str, now: datetime) -> None:
    if owner.pk == other.pk:
        raise RelationRefused(_("That’s you."))
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=owner.pk)  # Two at once would both count as the last.
        if Tie.objects.filter(owner=owner).exclude(other=other).count() >= MAX_TIES:
            raise RelationRefused(
                _("You already have %(most)d people on your lists. Remove someone first.") % {"most": MAX_TIES}
            )
        Tie.objects.update_or_create(owner=owner, other=other, defaults={"kind": kind, "since": now})
