"""Fresh environments, in which a package is installed without the site."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def run(*command: str | Path, cwd: Path) -> str:
    """Run a program outside of the site's environment, and return what it says."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SLOWFUSE", "DJANGO"))}
    done = subprocess.run([*map(str, command)], cwd=cwd, env=clean, text=True, capture_output=True, check=False)
    assert not done.returncode, f"{command}\n{done.stdout[-6000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def install_package(package: Path, home: Path) -> Path:
    """Build a package and install it in a new environment with what its tests need, and return its Python."""
    run(sys.executable, "-m", "venv", home / "venv", cwd=home)
    python = home / "venv" / "bin" / "python"
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "-r", package / "requirements-test.txt", cwd=home)
    run(*pip, "--no-build-isolation", package, cwd=home)
    return python
