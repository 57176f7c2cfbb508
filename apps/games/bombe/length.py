"""The expected rest of a match of Die Bombe, which is fifteen lots of two cards (D4, D17)."""

from __future__ import annotations

from typing import Final

from apps.games.bombe.cards import LOTS
from apps.games.bombe.state import State
from apps.kernel.length import Remaining, Waits

_BIDS_PER_LOT: Final = 1.3
_CHOICES_PER_LOT: Final = 1
_BOMBS_PER_LOT: Final = 1 / 3
"""Average number of these questions per lot (simulated), like `_CHOICES_PER_LOT` and, with ties, `_BIDS_PER_LOT`."""


def remaining(state: State) -> Remaining:
    """Estimate the rest. The current lot counts until its cards are taken."""
    lots = LOTS - max(state.lot, 1) + 1
    waits = (
        Waits("bid", lots * _BIDS_PER_LOT, state.setup.seats),
        Waits("choice", lots * _CHOICES_PER_LOT),
        Waits("bomb", lots * _BOMBS_PER_LOT),
    )
    return Remaining(lots, waits)
