"""The expected rest of a match of Fuse (F11, F37, F-A18)."""

from __future__ import annotations

from typing import Final

from apps.games.fuse.cards import Options
from apps.games.fuse.dealing import bombs_each, get_packet_size, pile_size
from apps.games.fuse.state import State
from apps.kernel.length import Remaining, Waits

_TURNS_PER_BOMB: Final = 13
"""Number of turns until the next bomb is thrown (simulated). With few players, the bombs run out first."""


def remaining(state: State) -> Remaining:
    """Estimate one turn for each card drawn before the time bomb, which can be anywhere in its packet (F11)."""
    options, seats = state.setup.options, state.setup.seats
    whole = _compute_turns_left(pile_size(options, seats), options, seats * bombs_each(seats))
    running = _compute_turns_left(state.left, options, sum(state.bombs)) if state.deal >= 0 else whole
    turns = max(1, round(running + whole * (options.deals - max(state.deal, 0) - 1)))
    return Remaining(turns, (Waits("turn", turns),))


def _compute_turns_left(left: int, options: Options, bombs: int) -> float:
    mixed = min(left, get_packet_size(options) + 1)
    return min(left - mixed + (mixed + 1) / 2, bombs * _TURNS_PER_BOMB)
