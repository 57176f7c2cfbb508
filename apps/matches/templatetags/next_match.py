"""`{% next_waiting player code as next %}`: the match that waits for a player besides the one they're looking at."""

from __future__ import annotations

from django import template

from apps.games import load_games
from apps.matches.selectors import pending
from apps.matches.selectors.pending import Waiting

register = template.Library()


@register.simple_tag
def next_waiting(player: int | None, beside: str) -> Waiting | None:
    """Return the question with the soonest deadline that waits for this player in another match."""
    return None if player is None else pending.find_next_question(player, beside=beside)


@register.filter
def game_title(game: str) -> str:
    """Return the English title of a game; empty for one that we no longer have."""
    return load_games()[game].meta.title if game in load_games() else ""
