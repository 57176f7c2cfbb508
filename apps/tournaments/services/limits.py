"""How often a player can join and leave tournaments, on pages and with programs together."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from apps.common import rate_limits

MAX_ACTIONS_PER_HOUR: Final = 30


def limit_actions(*, player: int, what: str = "tournament", most: int = 0) -> None:
    """Count one action of a player.

    :raises RateLimited: if there were `most` in the last hour, by default `MAX_ACTIONS_PER_HOUR`
    """
    rate_limits.enforce_rate_limit(
        what=what,
        who=str(player),
        most=most or MAX_ACTIONS_PER_HOUR,
        seconds=3600,
        sentence=_("You’ve joined and left too often in the last hour. Please wait a while."),
    )
