"""Copies the rules of the games into the package, under its own name.

In the repository, the package imports `apps.kernel` and `apps.games`. In a wheel or an sdist they are
`slowfuse_games.kernel` and `slowfuse_games.games`, so that no package called `apps` is installed anywhere.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "slowfuse_games"
RULES = ("kernel", "games")
_OUR_IMPORT = re.compile(r"\bapps(?=\.(?:kernel|games)\b)")


class CustomBuildHook(BuildHookInterface):
    """Adds the package with the rules to whatever is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Copy all modules to a folder of their own, and let the builder take them from there."""
        if version == "editable":
            raise RuntimeError("This package can't be installed as editable: the rules are copied when it's built.")
        self.folder = Path(tempfile.mkdtemp(prefix="slowfuse-games-"))
        root = Path(self.root)
        source = root / "src" / NAME
        copy_modules(source, self.folder)
        for path in (source / "py.typed", *source.glob("*.npz")):
            shutil.copy(path, self.folder)
        apps = root.parents[1] / "apps"
        if not (source / RULES[0]).exists():  # An sdist has them already.
            for folder in RULES:
                copy_modules(apps / folder, self.folder / folder)
        target = f"src/{NAME}" if self.target_name == "sdist" else NAME
        build_data["force_include"][str(self.folder)] = target

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Delete the copies."""
        shutil.rmtree(self.folder, ignore_errors=True)


def copy_modules(source: Path, target: Path) -> None:
    """Copy the Python modules of a folder, and let them import each other under the package's name."""
    for path in sorted(source.rglob("*.py")):
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(_OUR_IMPORT.sub(NAME, path.read_text(encoding="utf-8")), encoding="utf-8")
