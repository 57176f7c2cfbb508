"""Coins: a draft of a game, with no more than the rules need."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Game

GAME: Final = Game.from_package(__name__)
