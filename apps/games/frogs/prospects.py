"""How likely each seat comes first when a turn begins."""

from __future__ import annotations

from math import sqrt
from typing import Final

from apps.games.frogs.scoring import turns
from apps.games.frogs.state import State
from apps.kernel.odds import by_lead

_BLUR: Final = 1.7
"""Points of a lead that count, with one turn left; with more left, as many more as their root. As in thousands of
matches of bots.
"""


def prospects(table: State) -> tuple[float, ...] | None:
    """From the scores alone; None while a turn is under way."""
    if table.over or table.window or table.replies or table.plan or table.pile:
        return None
    return by_lead(table.scores, _BLUR * sqrt(max(1, turns(table) - table.turn + 1)))
