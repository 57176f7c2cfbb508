"""Pages are alive in WebKit, the engine of every iPhone. It needs Debian's python3-gi, gir1.2-webkit2-4.1 and xvfb."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from apps.games import catalogue

PYTHON, SCREEN = "/usr/bin/python3", shutil.which("xvfb-run")
NEEDS = 'import gi; gi.require_version("WebKit2", "4.1"); gi.require_version("Soup", "3.0")'


def _has_webkit() -> bool:
    """Tell whether everything that WebKit needs is installed."""
    if SCREEN is None or not Path(PYTHON).exists():
        return False
    return subprocess.run([PYTHON, "-c", NEEDS], capture_output=True, check=False).returncode == 0


pytestmark = [
    pytest.mark.once,
    pytest.mark.slow,
    pytest.mark.skipif(
        not _has_webkit(), reason="WebKit is not tried: Debian's python3-gi, gir1.2-webkit2-4.1 or xvfb is missing"
    ),
]


def look(session: str, width: int, addresses: list[str]) -> list[dict[str, Any]]:
    """Return what WebKit says of each of these pages."""
    script = str(Path(__file__).with_name("webkit.py"))
    command = [str(SCREEN), "-a", PYTHON, script, session, str(width), *addresses]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=240)
    return [json.loads(line) for line in told.stdout.splitlines() if line.startswith("{")]


@pytest.mark.parametrize("width", [360, 1280])
def test_pages_are_alive_and_no_wider_than_the_screen(
    house: str, begin: Callable[..., str], ada: Any, ben: Any, width: int
) -> None:
    browser = Client()
    browser.force_login(ada)
    paths = ["/", "/mine/", "/tables/", "/tournaments/", "/matches/", "/puzzles/", "/games/", f"/m/{begin(ada, ben)}/"]
    for slug in catalogue():
        paths += [browser.post(f"/learn/{slug}/")["Location"], f"/games/{slug}/"]
    pages = look(browser.cookies["sessionid"].value, width, [f"{house}{path}" for path in paths])
    assert [page for page in pages if not page["alive"]] == []
    assert [page for page in pages if page["wide"] > width] == []
    assert len(pages) == len(paths)
