"""Tests of the menu of a table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import come_in

pytestmark = pytest.mark.once


def test_an_open_menu_stays_while_the_match_goes_on_and_is_renewed_when_it_closes(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    table = f"{house}/m/{begin(ada, ben)}/"
    page.goto(table)
    menu = page.locator("#foot")
    now = menu.get_attribute("data-foot") or ""
    menu.evaluate("menu => menu.dataset.foot = 'before'")
    page.get_by_role("button", name="Menu").click()
    with page.expect_response(lambda came: came.url.split("?")[0] == table) as came:
        page.evaluate("htmx.trigger('#foot', 'refresh')")
    came.value.finished()
    expect(menu).to_have_attribute("data-foot", "before")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_have_attribute("data-foot", now)
    page.get_by_role("button", name="Menu").click()
    menu.get_by_role("link", name="Replay of this match").click()
    expect(page).to_have_url(re.compile("/record/"))
