"""The expected rest of a match of Lunar Laser Frogs: its laps, and the turns that break ties (L31)."""

from __future__ import annotations

from typing import Final

from apps.games.frogs.scoring import count_planned_turns
from apps.games.frogs.state import State
from apps.kernel.length import Remaining, Waits

_WINDOWS_PER_TURN: Final = 3.7
"""Number of times that play waits for cards in a turn (simulated)."""
_AWAITED_SEATS_SHARE: Final = 0.65
"""Share of the seats that it waits for, because others have thrown before."""


def remaining(state: State) -> Remaining:
    """Estimate the rest.

    The current turn counts until it is scored, and after the last lap one more is always expected.
    """
    to_come = max(1, count_planned_turns(state) - max(state.turn, 1) + 1)
    waits = (
        Waits("throw", to_come * _WINDOWS_PER_TURN, state.setup.seats * _AWAITED_SEATS_SHARE),
        Waits("dice", to_come),
        Waits("copy", to_come),
    )
    return Remaining(to_come, waits)
