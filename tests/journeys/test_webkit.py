"""Tests that pages are alive in WebKit, the engine of every iPhone.

They need Debian's python3-gi, gir1.2-webkit2-4.1 and xvfb.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import Player
from apps.games import load_games
from tests import luck
from tests.config import furnished_site
from tests.config.sights import Sights
from tests.conftest import person

PYTHON, SCREEN = "/usr/bin/python3", shutil.which("xvfb-run")
NEEDS = 'import gi; gi.require_version("WebKit2", "4.1"); gi.require_version("Soup", "3.0")'


def _has_webkit() -> bool:
    """Return whether everything that WebKit needs is installed."""
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
    for slug in load_games():
        paths += [browser.post(f"/learn/{slug}/")["Location"], f"/games/{slug}/"]
    pages = look(browser.cookies["sessionid"].value, width, [f"{house}{path}" for path in paths])
    assert [page for page in pages if not page["alive"]] == []
    assert [page for page in pages if page["wide"] > width] == []
    assert len(pages) == len(paths)


def test_every_page_of_a_furnished_site_is_alive_on_a_phone(live_site: str) -> None:
    with luck.drawn("furnished"):
        furnished_site.furnish(*map(person, ("ada", "ben", "cleo", "dora")))
    sights, browser = Sights(), Client()
    seen = {path: sights.of("ada", path) for path in furnished_site.addresses(office=False)}
    paths = [path for path, sight in seen.items() if sight.page and sight.status == 200]
    browser.force_login(Player.objects.get(username="ada"))
    pages = look(browser.cookies["sessionid"].value, 360, [live_site + path for path in paths])
    assert [page for page in pages if not page["alive"] or page["wide"] > 360] == []
    assert len(pages) == len(paths) > 100
