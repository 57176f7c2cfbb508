"""How long a match of Kobold Bombs still lasts: until somebody has the gold to win (K2)."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds.state import State
from apps.kernel.length import Remaining, Waits

_A_GOLD: Final = 3.5
"""Turns in which whoever leads wins one more gold (simulated)."""
_TRICKS: Final = 2.4
_REPLIES: Final = 1.2
"""How often a turn waits for tricks, and for interrupts (simulated), …"""
_ASKED: Final = 0.6
"""… and for how many of the seats, where standing orders answer for the others."""


def remaining(state: State) -> Remaining:
    """By the gold of whoever leads: it is what the end is measured by."""
    missing = state.setup.options.gold - max(state.gold)
    turns = max(1, round(missing * _A_GOLD))
    seats = state.setup.seats * _ASKED
    waits = Waits("trick", turns * _TRICKS, seats), Waits("reply", turns * _REPLIES, seats), Waits("tinker", turns)
    return Remaining(turns, waits)
