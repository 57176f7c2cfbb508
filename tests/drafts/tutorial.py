"""The game that `docs/a-new-game.md` builds, made of the page's own blocks."""

from __future__ import annotations

import re
from collections import defaultdict
from importlib import import_module, invalidate_caches
from io import StringIO
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management import call_command

from apps.kernel.game import AnyGame

PAGE: Final = Path(settings.ROOT) / "docs/a-new-game.md"
_BLOCK: Final = re.compile(r"^```\w+ ([\w/.]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def read_files(until: str = "## 7.") -> dict[str, str]:
    """Return the files of the page by name, each made of its blocks in order.

    :param until: the heading at which to stop
    """
    blocks = defaultdict[str, list[str]](list)
    for name, text in _BLOCK.findall(PAGE.read_text().partition(until)[0]):
        blocks[name].append(text)
    return {name: "\n\n".join(texts) for name, texts in blocks.items()}


def write_game(name: str, folder: Path, *, until: str = "## 7.") -> None:
    """Follow the page in this folder, for a game with this name."""
    run_newgame(name, folder)
    for path, text in read_files(until).items():
        file = folder / name / path.replace("gulls", name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("gulls", name))


def run_newgame(name: str, folder: Path) -> str:
    """Create a new game in this folder, and return what the command says."""
    said = StringIO()
    call_command("newgame", name, into=folder, stdout=said)
    return said.getvalue()


def import_game(name: str) -> AnyGame:
    """Import the game from a folder that Python has just got to know."""
    invalidate_caches()
    game: AnyGame = import_module(name).GAME
    return game
