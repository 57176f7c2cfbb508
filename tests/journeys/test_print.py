"""Tests that nothing is cut off on paper, and that no buttons are printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from apps.tournaments.formats.stages import Swiss
from apps.tournaments.services import entries
from tests.factories.fixtures import quick as quick
from tests.factories.tournaments import NOON, bots, decided, tournament
from tests.journeys.conftest import come_in

A4: Final = 718
"""The CSS pixels between margins of a centimetre; 210 mm are 794."""
PRESSED: Final = ".bar-site, .languages :is(a, form), .skip, nav, form, button, .button, input, select, textarea"


@pytest.mark.once
def test_standings_and_rules_fit_on_paper_without_the_bar_and_buttons(
    live_site: str, visitor: Callable[..., Page], quick: None, player: Callable[[str], Any], begin: Callable[..., str]
) -> None:
    cup, wide = tournament(Swiss(rounds=5, most=4, least=3)), player("W" * 24)
    entries.register_player(code=cup.code, player=wide, now=NOON)
    bots(cup, 11)
    decided(cup)
    code = begin(wide, None)
    page = visitor(width=A4)
    come_in(page, live_site, wide.username)
    page.emulate_media(media="print")
    parts = ("", "standings/", "rules/", "rounds/1/", "of/1/", "talk/", "log/")
    paths = [f"/tournaments/{cup.code}/{part}" for part in parts]
    for path in (*paths, "/games/fuse/", f"/m/{code}/rules/", "/tables/", "/puzzles/", "/api/", "/me/"):
        page.goto(live_site + path)
        pressed = page.locator(PRESSED).evaluate_all("found => found.filter(one => one.checkVisibility()).length")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert (pressed, width <= A4) == (0, True), (path, width)
        assert page.locator("#zone").is_visible(), "paper is read anywhere"
    page.goto(f"{live_site}/m/{code}/")
    assert page.locator(".live button").first.is_visible(), "cards are buttons"
