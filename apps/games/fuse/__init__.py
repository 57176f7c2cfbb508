"""Fuse: lengthen the fuse, and bomb it before someone else does."""

from __future__ import annotations

from typing import Final

from apps.games.fuse.orders import HABITS
from apps.games.fuse.telling import CLEARS, DECISIVE, MOMENTS, TELLING
from apps.kernel.game import Game

GAME: Final = Game.from_package(
    __name__,
    habits=HABITS,
    telling=TELLING,
    moments=MOMENTS,
    clears=CLEARS,
    decisive=DECISIVE,
    standing="standing",
    playouts=1200,
)
