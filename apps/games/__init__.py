"""The games, one folder each. To add a game, add a folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from apps.kernel.game import AnyGame


@cache
def load_games() -> dict[str, AnyGame]:
    """Return all games by slug."""
    return games_of(__name__)


def games_of(package: str) -> dict[str, AnyGame]:
    """Return the games in a package by slug. Each folder is named after its game's slug."""
    found = (import_module(name).GAME for name in app_names(package))
    return {game.meta.slug: game for game in found}


def app_names(package: str = __name__) -> list[str]:
    """Return the apps for INSTALLED_APPS, so that Django finds each game's templates, static files and translations."""
    return [f"{package}.{module.name}" for module in iter_modules(import_module(package).__path__) if module.ispkg]
