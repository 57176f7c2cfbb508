"""Kobold Bombs: tinker, trick, and be somewhere else when it goes off."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds.box import BOX
from apps.games.kobolds.orders import HABITS
from apps.games.kobolds.rules import deal
from apps.games.kobolds.words import words
from apps.kernel.game import Game

GAME: Final = Game.from_package(__name__, deal=deal, words=words, habits=HABITS, box=BOX)
