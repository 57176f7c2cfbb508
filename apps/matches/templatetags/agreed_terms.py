"""`{% agreed sight.terms %}`: the rules and settings of a table."""

from __future__ import annotations

from typing import Any

import msgspec
from django import template

from apps.games import catalogue
from apps.matches.engine import deadlines
from apps.matches.selectors.match_view import Terms
from apps.matches.selectors.options import summary
from apps.matches.selectors.wording import times

register = template.Library()


@register.inclusion_tag("matches/agreed.html")
def agreed(terms: Terms) -> dict[str, Any]:
    game, pace = catalogue()[terms.game], dict(terms.pace)
    return {
        "times": times(game.meta, pace),
        "options": summary(game, msgspec.structs.asdict(terms.setup.options)),
        "rated": terms.rated,
        "waits": terms.vacations if deadlines.restful(pace) else None,
    }
