"""`{% describe_terms terms as agreed %}`: the rules and settings of a table."""

from __future__ import annotations

import msgspec
from django import template

from apps.games import load_games
from apps.matches.engine import deadlines
from apps.matches.selectors.match_view import Terms
from apps.matches.selectors.options import describe_unusual_options
from apps.matches.selectors.wording import list_pace_times

register = template.Library()


@register.simple_tag
def describe_terms(terms: Terms) -> dict[str, object]:
    """Return what `matches/agreed.html` shows of a table's terms."""
    game, pace = load_games()[terms.game], dict(terms.pace)
    return {
        "times": list_pace_times(game.meta, pace),
        "options": describe_unusual_options(game, msgspec.structs.asdict(terms.setup.options)),
        "rated": terms.rated,
        "waits": terms.vacations if deadlines.is_restful(pace) else None,
    }
