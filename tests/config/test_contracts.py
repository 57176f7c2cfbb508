"""Who may import whom: the contracts of pyproject.toml hold, and each of them can break."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).with_name("lint-imports")

SINS = {
    "apps/matches/pace.py": "import secrets\nimport apps.lobby",
    "apps/matches/sight.py": "import apps.matches.play",
    "apps/matches/tasks.py": "import apps.matches.models",
    "apps/tournaments/book.py": "import apps.tournaments.conduct",
    "apps/kernel/chance.py": "import random",
    "apps/games/fuse/cards.py": "import apps.games.other",
    "apps/kernel/events.py": "import tests",
}
"""One forbidden import for each contract (the first breaks two)."""


def lint(folder: Path) -> dict[str, str]:
    done = subprocess.run([LINT, "--no-cache"], cwd=folder, capture_output=True, text=True)
    found = dict(re.findall(r"^(\S.*\S) (KEPT|BROKEN)$", done.stdout, re.MULTILINE))
    assert found, done.stdout + done.stderr
    return found


def test_every_contract_is_kept() -> None:
    assert set(lint(ROOT).values()) == {"KEPT"}


def test_every_contract_can_break(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "apps", tmp_path / "apps", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    other = tmp_path / "apps/games/other"
    other.mkdir()
    (other / "__init__.py").touch()
    for name, sin in SINS.items():
        with (tmp_path / name).open("a") as file:
            file.write(f"\n{sin}\n")
    assert set(lint(tmp_path).values()) == {"BROKEN"}
