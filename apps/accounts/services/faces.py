"""The choice of an avatar."""

from __future__ import annotations

from apps.accounts.models import Player


def save_avatar(*, player: Player, seed: str) -> None:
    """Draw the player's avatar from this seed."""
    player.face = seed
    Player.objects.filter(pk=player.pk).update(face=seed)
