"""How much a player can do in clubs, on pages and with programs together."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from apps.common import rate_limits

MAX_ACTIONS_PER_HOUR: Final = 120


def limit_club_actions(*, player: int) -> None:
    """Count one action of a player.

    :raises RateLimited: if there were too many in the last hour
    """
    rate_limits.enforce_rate_limit(
        what="club",
        who=str(player),
        most=MAX_ACTIONS_PER_HOUR,
        seconds=3600,
        sentence=_("You’ve made a lot of changes in the past hour. Please wait a while."),
    )
