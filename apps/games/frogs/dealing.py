"""How a match of Lunar Laser Frogs begins (L5, L6): all hands are equal, so luck only names who has the dice first."""

from __future__ import annotations

from apps.games.frogs.cards import Options
from apps.games.frogs.state import Began, Event
from apps.kernel.chance import Chance
from apps.kernel.table import Setup


def deal(setup: Setup[Options], chance: Chance) -> tuple[Event, ...]:
    """The first turn."""
    return (Began(turn=1, seat=chance.pick("starter", setup.everyone())),)
