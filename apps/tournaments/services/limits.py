"""How often a player can act in tournaments, on pages and with programs together."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from apps.common import rate_limits

MAX_ACTIONS_PER_HOUR: Final = 30
MAX_CHANGES_PER_HOUR: Final = 60
"""Changes that a player can make to tournaments they organise."""


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


def limit_changes(*, player: int) -> None:
    """Count one change that a player makes to a tournament they organise.

    :raises RateLimited: if there were too many in the last hour
    """
    rate_limits.enforce_rate_limit(
        what="hosting",
        who=str(player),
        most=MAX_CHANGES_PER_HOUR,
        seconds=3600,
        sentence=_("You’ve made a lot of changes in the past hour. Please wait a while."),
    )
