"""Coins: take one to three coins in turn, and take the last one."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Game

GAME: Final = Game.from_package(__name__)
