"""Tests that the import contracts of pyproject.toml hold, and that each of them can fail."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = "clients/games/src"
"""The folder of the package of games, which imports the apps from the outside."""
LINT = Path(sys.executable).with_name("lint-imports")

SINS = {
    "apps/matches/engine/deadlines.py": "import secrets\nimport apps.lobby",
    "apps/matches/selectors/match_view/view.py": "import apps.matches.services.play",
    "apps/tournaments/selectors/snapshot.py": "import apps.tournaments.services.lifecycle",
    "apps/lobby/models.py": "import apps.kernel.pseudorandom",
    "apps/lobby/selectors/listing.py": "import apps.lobby.services.tables\nimport apps.matches.models",
    "apps/notices/net/safe_http.py": "import apps.notices.services.outbox",
    "apps/accounts/models.py": "import apps.accounts.services.guests",
    "apps/talk/selectors/room.py": "import apps.talk.services.messages",
    "apps/lessons/services.py": "import apps.lessons.views",
    "apps/puzzles/finding/found.py": "import apps.puzzles.models",
    "apps/ratings/displayed_rating.py": "import apps.ratings.models",
    "apps/webhooks/payloads.py": "import apps.webhooks.services",
    "apps/clubs/selectors/access.py": "import apps.clubs.services.members",
    "apps/people/selectors/profile.py": "import apps.people.services.export",
    "apps/monitoring/selectors/house.py": "import apps.monitoring.views",
    "apps/tournaments/scoring/points.py": "import apps.tournaments.pairing.swiss",
    "apps/kernel/chance.py": "import random",
    "apps/games/fuse/cards.py": "import apps.games.other",
    "apps/kernel/events.py": "import tests\nimport slowfuse_games",
    f"{GAMES}/slowfuse_games/match.py": "import apps.accounts.models\nimport slowfuse_games.zoo",
}
"""A forbidden import for each contract; some break two."""


def lint(folder: Path) -> dict[str, str]:
    path = os.environ | {"PYTHONPATH": str(folder / GAMES)}
    done = subprocess.run([LINT, "--no-cache"], cwd=folder, env=path, capture_output=True, text=True, check=False)
    found = dict(re.findall(r"^(\S.*\S) (KEPT|BROKEN)$", done.stdout, re.MULTILINE))
    assert found, done.stdout + done.stderr
    return found


def test_every_contract_is_kept() -> None:
    assert set(lint(ROOT).values()) == {"KEPT"}


def test_every_contract_can_break(tmp_path: Path) -> None:
    for name in ("apps", GAMES):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    other = tmp_path / "apps/games/other"
    other.mkdir()
    (other / "__init__.py").touch()
    for name, sin in SINS.items():
        with (tmp_path / name).open("a") as file:
            file.write(f"\n{sin}\n")
    assert set(lint(tmp_path).values()) == {"BROKEN"}
