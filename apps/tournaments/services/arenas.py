"""Joining and leaving an arena."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.tournaments.errors import ArenaRefused
from apps.tournaments.models import Arena, ArenaPlayer
from apps.tournaments.services import eligibility


def join_arena(*, pk: int, player: Player, now: datetime, circle: str = "") -> ArenaPlayer:
    """Join an arena. Only matches that start later count. `circle` is the club that vouches for the player, if any.

    :raises ArenaRefused: if it is over, or they have already joined
    :raises AccountNeeded: if they have no account
    """
    if player.guest:
        raise AccountNeeded(_("You need an account to join an arena. Choose a name and a password first."))
    arena = Arena.objects.get(pk=pk)
    if player.bot:
        raise ArenaRefused(eligibility.BOTS_REFUSED)
    if arena.circle not in ("", circle):
        raise ArenaRefused(_("Only members of the club can join."))
    if arena.ends_at <= now:
        raise ArenaRefused(_("This arena is over."))
    try:
        with transaction.atomic():
            return ArenaPlayer.objects.create(arena=arena, player=player, at=now)
    except IntegrityError:
        raise ArenaRefused(_("You’ve already joined.")) from None


def leave_arena(*, pk: int, player: Player, now: datetime) -> None:
    """Leave an arena. The player's matches no longer count for anyone there.

    :raises ArenaRefused: if it is over, or they haven't joined
    """
    playing = ArenaPlayer.objects.filter(arena=pk, player=player)
    if playing.filter(arena__ends_at__lte=now).exists():
        raise ArenaRefused(_("This arena is over."))
    if not playing.delete()[0]:
        raise ArenaRefused(_("You aren’t taking part."))
