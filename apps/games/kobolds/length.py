"""The expected rest of a match of Kobold Bombs, until someone has the gold to win (K2)."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds.editions import interrupts_wait_for_the_concerned
from apps.games.kobolds.state import State
from apps.kernel.length import Remaining, Waits

_A_GOLD: Final = 3.5
"""Turns until the leader wins one more gold (simulated)."""
_TRICKS: Final = 2.4
_REPLIES: Final = 1.1
"""Number of times that a turn waits for interrupts, on average (simulated)."""
_ASKED: Final = 0.6
_CONCERNED: Final = 0.3
"""Share of the seats asked about an interrupt if it waits only for those that the trick concerns.

`_ASKED` is the share for tricks, and for interrupts in older editions. Standing orders answer for the others.
"""


def remaining(state: State) -> Remaining:
    """Estimate the rest from the leader's gold, because that decides when the match ends."""
    missing = state.setup.options.gold - max(state.gold)
    turns = max(1, round(missing * _A_GOLD))
    asked, concerned = state.setup.seats * _ASKED, state.setup.seats * _CONCERNED
    replies = Waits("reply", turns * _REPLIES, concerned if interrupts_wait_for_the_concerned(state.setup) else asked)
    waits = Waits("trick", turns * _TRICKS, asked), replies, Waits("tinker", turns)
    return Remaining(turns, waits)
