"""Lunar Laser Frogs: throw your card early to be first in its colour, or wait and know more."""

from __future__ import annotations

from typing import Final

from apps.games.frogs.earned import SOURCES, earned
from apps.games.frogs.telling import CLEARS, DECISIVE, MOMENTS, TELLING
from apps.kernel.game import Game

GAME: Final = Game.from_package(
    __name__,
    telling=TELLING,
    moments=MOMENTS,
    clears=CLEARS,
    decisive=DECISIVE,
    standing="score",
    sources=SOURCES,
    earned=earned,
    playouts=1200,
)
