"""Which guided match somebody has begun, and whether they need one: who never played a game."""

from __future__ import annotations

from apps.matches.models import Chair, Match


def running(*, player: int, game: str) -> str:
    """The code of the guided match the player has begun and not ended, the latest; empty if there is none.

    One whose bubbles they did not want any more is a match like any other.
    """
    learning = Match.objects.filter(
        game=game, lesson__isnull=False, over_at=None, seats__player=player, seats__index=0
    ).exclude(lesson__skipped=True)
    return learning.order_by("-begun_at").values_list("code", flat=True).first() or ""


def has_played(*, player: int, game: str) -> bool:
    """Whether the player ever sat in a match of this game."""
    return Chair.objects.filter(player=player, match__game=game).exists()
