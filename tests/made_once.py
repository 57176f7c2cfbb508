"""What is dear to make is made by the first of the tests' processes that wants it, and read by all."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder of this run, filled by `make`; the others wait until it is."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    with folder.with_suffix(".lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            folder.mkdir()  # Whoever failed here has left it behind: the next ones fail, too, and say so.
            make(folder)
            (folder / "made").touch()
    return folder
