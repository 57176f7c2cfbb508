"""A player's guided matches, and whether they need one because they have never played a game."""

from __future__ import annotations

from apps.matches.models import Chair, Match


def find_running_lesson(*, player: int, game: str) -> str:
    """Return the code of the latest guided match the player has started but not finished; empty if there's none.

    One whose bubbles they skipped counts as an ordinary match.
    """
    learning = Match.objects.filter(
        game=game, lesson__isnull=False, over_at=None, seats__player=player, seats__index=0
    ).exclude(lesson__skipped=True)
    return learning.order_by("-begun_at").values_list("code", flat=True).first() or ""


def has_played(*, player: int, game: str) -> bool:
    """Check whether the player ever sat in a match of this game."""
    return Chair.objects.filter(player=player, match__game=game).exists()
