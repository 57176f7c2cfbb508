"""`{% agreed sight %}`: what was agreed before the deal, for those who came later or have forgotten it since."""

from __future__ import annotations

from typing import Any

import msgspec
from django import template

from apps.games import catalogue
from apps.matches.engine import deadlines
from apps.matches.selectors.match_view import MatchView
from apps.matches.selectors.options import summary
from apps.matches.selectors.wording import times

register = template.Library()


@register.inclusion_tag("matches/agreed.html")
def agreed(sight: MatchView) -> dict[str, Any]:
    game = catalogue()[sight.game]
    return {
        "times": times(game.meta, sight.pace),
        "options": summary(game, msgspec.structs.asdict(sight.setup.options)),
        "rated": sight.rated,
        "waits": sight.vacations if deadlines.restful(sight.pace) else None,
    }
