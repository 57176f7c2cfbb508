"""How long a match of Kobold Bombs still lasts: until somebody has the gold to win (K2)."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds.editions import interrupts_wait_for_the_concerned
from apps.games.kobolds.state import State
from apps.kernel.length import Remaining, Waits

_A_GOLD: Final = 3.5
"""Turns in which whoever leads wins one more gold (simulated)."""
_TRICKS: Final = 2.4
_REPLIES: Final = 1.1
"""How often a turn waits for tricks, and for interrupts (simulated), …"""
_ASKED: Final = 0.6
_CONCERNED: Final = 0.3
"""… and for how many of the seats, where standing orders answer for the others: for tricks, and for interrupts if they
wait for those only whom the trick concerns.
"""


def remaining(state: State) -> Remaining:
    """By the gold of whoever leads: it is what the end is measured by."""
    missing = state.setup.options.gold - max(state.gold)
    turns = max(1, round(missing * _A_GOLD))
    asked, concerned = state.setup.seats * _ASKED, state.setup.seats * _CONCERNED
    replies = Waits("reply", turns * _REPLIES, concerned if interrupts_wait_for_the_concerned(state.setup) else asked)
    waits = Waits("trick", turns * _TRICKS, asked), replies, Waits("tinker", turns)
    return Remaining(turns, waits)
