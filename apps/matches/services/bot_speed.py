"""The speed of bots at a table, as chosen by its only player."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from apps.common.errors import DomainError
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.models import Match
from apps.matches.services.session import change_match


def update_bot_pause(*, code: str, player: int, pause: int, now: datetime) -> None:
    """Make bots pause for this many seconds from the next question on, unless other players are at the table."""

    def change(run: MatchAggregate) -> None:
        people = [chair.player_id for chair in run.chairs if chair.player_id and not chair.bot]
        if people == [player] and run.match.status != Match.Status.OVER:
            run.match.bot_pause = pause

    with suppress(Match.DoesNotExist, DomainError):  # The choice is kept even so, for the next table.
        change_match(code, change, player=player, now=now)
