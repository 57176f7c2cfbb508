"""What a seat knows, as an array: one module for each game."""

from __future__ import annotations

from importlib import import_module

from apps.kernel.game import AnyGame
from apps.kernel.table import AnySetup
from slowfuse_games.encoding import Encoder


def build_encoder(game: AnyGame, setup: AnySetup) -> Encoder:
    """Return an encoder for tables with this setup."""
    encoder: Encoder = import_module(f"{__name__}.{game.meta.slug}").Encode(setup)
    return encoder
