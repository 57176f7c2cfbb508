"""Tests of the pages' scripts without a browser, if node is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


@pytest.mark.once
def test_what_the_scripts_of_the_pages_do() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("There is no node: the scripts of the pages are only tried in browsers.")
    files = sorted(Path(__file__).parent.glob("*.test.mjs"))
    assert len(files) > 2
    run = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stdout
