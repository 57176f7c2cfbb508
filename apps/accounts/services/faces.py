"""Whoever chose a face keeps it."""

from __future__ import annotations

from apps.accounts.models import Player


def choose(*, player: Player, seed: str) -> None:
    """From now on their face is drawn from this seed."""
    player.face = seed
    Player.objects.filter(pk=player.pk).update(face=seed)
