"""Each seat's prospects (chance to come first) when a turn starts."""

from __future__ import annotations

from math import sqrt
from typing import Final

from apps.games.frogs.scoring import count_planned_turns
from apps.games.frogs.state import State
from apps.kernel.prospects import estimate_prospects

_LEAD_SCALE_POINTS: Final = 1.7
"""Points of a lead that multiply the odds by e, with one turn left. It grows with the square root of the turns left.

Measured in thousands of matches of bots.
"""


def prospects(table: State) -> tuple[float, ...] | None:
    """Estimate from the scores alone. Return None while a turn is under way."""
    if table.over or table.window or table.replies or table.plan or table.pile:
        return None
    return estimate_prospects(
        table.scores, _LEAD_SCALE_POINTS * sqrt(max(1, count_planned_turns(table) - table.turn + 1))
    )
