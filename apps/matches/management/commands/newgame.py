"""`manage.py newgame NAME`: start a game with a small one that works, to be changed into another."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from keyword import iskeyword
from pathlib import Path
from typing import Final

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.games import load_games

STARTER: Final = Path(__file__).parents[1] / "starter"
"""The game that is copied: Coins."""
_NAME_PATTERN: Final = re.compile("[a-z][a-z0-9]*")
_NEXT_STEPS: Final = """\
{folder} now has a small game that works: {files}.

Next:
- Let bots play it: python manage.py simulate {name} --seats 2
- Play it yourself: make play, then open /games/{name}/
- Turn it into your game, step by step: docs/a-new-game.md"""


class Command(BaseCommand):
    help = "Start a new game: a folder with a small one that works."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="name of its folder and in its addresses, e.g. gulls")
        parser.add_argument("--into", type=Path, default=settings.ROOT / "apps/games", help="folder of all games")

    def handle(self, *, name: str, into: Path, **_: object) -> None:
        folder = into / name
        _check_name(name, folder)
        folder.mkdir(parents=True)
        files = sorted(STARTER.glob("*.py"))
        for file in files:
            text = file.read_text().replace("Coins", name.capitalize()).replace('"coins"', f'"{name}"')
            (folder / file.name).write_text(text)
        self.stdout.write(_NEXT_STEPS.format(folder=folder, files=", ".join(file.name for file in files), name=name))


def _check_name(name: str, folder: Path) -> None:
    """Make sure that a new game can have this name.

    :raises CommandError: if not
    """
    if not _NAME_PATTERN.fullmatch(name) or iskeyword(name):
        raise CommandError(
            f"A game can't be called {name!r}. Its name starts with a letter and contains only lower-case letters and "
            "digits, e.g. gulls."
        )
    if name in load_games():
        raise CommandError(f"There already is a game called {name!r}. Choose another name.")
    if folder.exists():
        raise CommandError(f"The folder {folder} already exists. Choose another name, or delete the folder.")
    if name in {app.label for app in apps.get_app_configs()} or (settings.ROOT / "templates" / name).exists():
        raise CommandError(f"Another part of the site is called {name!r}. Choose another name.")
