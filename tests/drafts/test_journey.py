"""Tests that a draft can be played in a browser, and that its pages have no flaws."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from apps.games import load_games
from apps.kernel.game import AnyGame
from tests.drafts.pages import play_to_the_end
from tests.factories.matches import sealed_match
from tests.factories.people import browser as client_of
from tests.journeys.conftest import come_in, push
from tests.journeys.conftest import house as house
from tests.journeys.conftest import visitor as visitor
from tests.journeys.flaws import in_both_looks


def test_a_draft_is_played_in_a_browser_on_pages_without_flaws(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, gulls: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(load_games(), "gulls", gulls)
    table, page = sealed_match("gulls", ada, ben), visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{table.code}/")
    assert in_both_looks(page) == []
    push(page.get_by_role("button", name=re.compile(r"Play \d")).first)
    expect(page.locator("#story")).to_contain_text("You play")
    assert in_both_looks(page) == []
    play_to_the_end(table, [client_of(ada), client_of(ben)])
    for path in (f"/m/{table.code}/", f"/m/{table.code}/record/?at=3", "/games/gulls/"):
        page.goto(house + path)
        assert in_both_looks(page) == []
