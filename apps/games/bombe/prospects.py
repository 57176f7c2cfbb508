"""Each seat's prospects (chance to come first) when a lot is laid out."""

from __future__ import annotations

from math import sqrt
from typing import Final

from apps.games.bombe.cards import LOTS
from apps.games.bombe.expected import compute_expected_totals
from apps.games.bombe.state import State
from apps.kernel.prospects import estimate_prospects

_LEAD_SCALE_POINTS: Final = 12
"""Points of a lead that multiply the odds by e, with one lot left. It grows with the square root of the lots left.

Measured in thousands of matches of bots.
"""


def prospects(table: State) -> tuple[float, ...] | None:
    """Estimate from what everyone has won and paid. Return None while a lot is under way."""
    if not table.bidders or table.again or table.sealed:
        return None
    return estimate_prospects(compute_expected_totals(table), _LEAD_SCALE_POINTS * sqrt(LOTS - table.lot + 1))
