"""Kobold Bombs: tinker, play tricks, and be somewhere else when it goes off."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds.box import BOX
from apps.games.kobolds.earned import SOURCES, earned
from apps.games.kobolds.orders import FIRST_HABITS, HABITS
from apps.games.kobolds.rules import deal
from apps.games.kobolds.telling import CLEARS, DECISIVE, FOLLOWS, MOMENTS, TELLING
from apps.games.kobolds.words import calls, words
from apps.kernel.game import Game

GAME: Final = Game.from_package(
    __name__,
    deal=deal,
    words=words,
    calls=calls,
    habits=HABITS,
    first_habits=FIRST_HABITS,
    box=BOX,
    telling=TELLING,
    follows=FOLLOWS,
    moments=MOMENTS,
    clears=CLEARS,
    decisive=DECISIVE,
    standing="gold",
    sources=SOURCES,
    earned=earned,
    playouts=110,
)
