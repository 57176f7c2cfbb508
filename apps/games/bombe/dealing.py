"""The setup of Die Bombe (D4, D5)."""

from __future__ import annotations

from collections.abc import Iterator

from apps.games.bombe.cards import BOMBS, GREEN, RED, Options
from apps.games.bombe.state import Event, Offered, Shuffled
from apps.kernel.chance import Chance
from apps.kernel.table import Setup


def deal(_setup: Setup[Options], chance: Chance) -> Iterator[Event]:
    """Lay out the first pair before the bombs are added to the pile (D-A6)."""
    numbers = chance.shuffle("numbers", (*RED, *GREEN))
    yield Offered(1, numbers[:2])
    yield Shuffled(chance.shuffle("pile", (*numbers[2:], *BOMBS)))
