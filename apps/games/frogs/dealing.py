"""The start of a match of Lunar Laser Frogs (L5, L6).

All hands are equal, so only the first active player is random.
"""

from __future__ import annotations

from apps.games.frogs.cards import Options
from apps.games.frogs.state import Began, Event
from apps.kernel.chance import Chance
from apps.kernel.table import Setup


def deal(setup: Setup[Options], chance: Chance) -> tuple[Event, ...]:
    """Return the first turn."""
    return (Began(turn=1, seat=chance.pick("starter", setup.everyone())),)
