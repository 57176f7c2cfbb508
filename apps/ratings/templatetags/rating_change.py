"""`{% rating_change player code as step %}`: what a match did to its reader's rating."""

from __future__ import annotations

from django import template

from apps.ratings.selectors import player as ratings
from apps.ratings.selectors.player import Step

register = template.Library()


@register.simple_tag
def rating_change(player: int | None, match: str) -> Step | None:
    """Return the step; None for a guest, and until the match is judged."""
    return None if player is None else ratings.change(player, match=match)
