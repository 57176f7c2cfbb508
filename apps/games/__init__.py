"""One folder a game. To add a game, add a folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from apps.kernel.game import Game


@cache
def catalogue() -> dict[str, Game[Any, Any, Any]]:
    """All games by slug."""
    found = (import_module(f"{__name__}.{name}").GAME for name in _folders())
    return {game.meta.slug: game for game in found}


def app_names() -> list[str]:
    """For INSTALLED_APPS: makes Django find each game's templates and static files."""
    return [f"{__name__}.{name}" for name in _folders()]


def _folders() -> list[str]:
    return [module.name for module in iter_modules(__path__) if module.ispkg]
