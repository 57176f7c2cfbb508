"""`{% rating_change player code as step %}`, the change of the reader's rating by a match."""

from __future__ import annotations

from django import template

from apps.ratings.selectors import player as ratings
from apps.ratings.selectors.player import Step

register = template.Library()


@register.simple_tag
def rating_change(player: int | None, match: str) -> Step | None:
    """Return the change, or None for a guest and until the result is recorded."""
    return None if player is None else ratings.find_rating_change(player, match=match)
