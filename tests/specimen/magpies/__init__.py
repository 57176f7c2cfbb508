"""Magpies: call the highest number that no one else calls, and carry home what glitters in your colour."""

from __future__ import annotations

from typing import Final

from apps.kernel.game import Game

GAME: Final = Game.from_package(__name__)
