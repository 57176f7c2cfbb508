"""At which tables somebody may ask what Flint would do: where nobody is there to be outplayed by it."""

from __future__ import annotations

from collections.abc import Sequence

from apps.kernel.table import Seat
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.models import Match


def possible(match: Match, seats: Sequence[SeatedPlayer], own: Seat) -> bool:
    """Whether whoever sits there plays against the house alone, in a match that counts for nothing.

    Nobody else sits there, has ever sat there, or is looked for; and it is no part of something, no lesson, no sandbox.
    """
    counts = match.rated or match.occasion or match.occasion_path or match.lesson is not None or match.origin
    if match.status != Match.Status.PLAYING or counts or seats[own].chair.autopilot:
        return False
    return all(_untouched(each) and each.chair.bot is (each.seat != own) for each in seats)


def _untouched(seated: SeatedPlayer) -> bool:
    """Whether the seat is still whose it was at the deal, and is to stay so."""
    return seated.chair.former_id is None and not seated.before and not seated.chair.vacant
