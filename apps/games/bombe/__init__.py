"""Die Bombe: bid for the better card, and watch what the bombs leave of it."""

from __future__ import annotations

from typing import Final

from apps.games.bombe.telling import CLEARS, DECISIVE, MOMENTS, TELLING
from apps.kernel.game import Game

GAME: Final = Game.from_package(
    __name__, telling=TELLING, moments=MOMENTS, clears=CLEARS, decisive=DECISIVE, standing="total"
)
