"""`{% agreed sight %}`: what was agreed before the deal, for those who came later or have forgotten it since."""

from __future__ import annotations

from typing import Any

import msgspec
from django import template

from apps.games import catalogue
from apps.matches import pace
from apps.matches.options import summary
from apps.matches.sight import Sight
from apps.matches.spoken import times

register = template.Library()


@register.inclusion_tag("matches/agreed.html")
def agreed(sight: Sight) -> dict[str, Any]:
    game = catalogue()[sight.game]
    return {
        "times": times(game.meta, sight.pace),
        "options": summary(game, msgspec.structs.asdict(sight.setup.options)),
        "rated": sight.rated,
        "waits": sight.vacations if pace.restful(sight.pace) else None,
    }
