"""The expected rest of a match of Kobold Bombs, until someone has the gold to win (K2)."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds.editions import interrupts_wait_for_the_concerned
from apps.games.kobolds.state import State
from apps.kernel.length import Remaining, Waits

_TURNS_PER_GOLD: Final = 3.5
"""Turns until the leader wins one more gold (simulated)."""
_TRICK_WAITS_PER_TURN: Final = 2.4
_REPLY_WAITS_PER_TURN: Final = 1.1
"""Number of times that a turn waits for interrupts, on average (simulated)."""
_ASKED_SEATS_SHARE: Final = 0.6
_CONCERNED_SEATS_SHARE: Final = 0.3
"""Share of the seats asked about an interrupt if it waits only for those that the trick concerns.

`_ASKED_SEATS_SHARE` is the share for tricks, and for interrupts in older editions. Standing orders answer for the rest.
"""


def remaining(state: State) -> Remaining:
    """Estimate the rest from the leader's gold, because that decides when the match ends."""
    missing = state.setup.options.gold - max(state.gold)
    turns = max(1, round(missing * _TURNS_PER_GOLD))
    asked, concerned = state.setup.seats * _ASKED_SEATS_SHARE, state.setup.seats * _CONCERNED_SEATS_SHARE
    replies = Waits(
        "reply", turns * _REPLY_WAITS_PER_TURN, concerned if interrupts_wait_for_the_concerned(state.setup) else asked
    )
    waits = Waits("trick", turns * _TRICK_WAITS_PER_TURN, asked), replies, Waits("tinker", turns)
    return Remaining(turns, waits)
