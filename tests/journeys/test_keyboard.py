"""With nothing but a keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.once


def _tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is on something that matches the selector."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"{wanted} cannot be reached with Tab")


def test_a_newcomer_sits_down_and_lays_a_card_with_the_keyboard_alone(house: str, visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto(house)
    _tab_to(page, "main button")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/m/\w+/$"))
    expect(page.locator("button.hold.lay").first).to_be_visible()
    heard = page.locator("#heard").get_attribute("value")
    _tab_to(page, "button.hold.lay")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", "the focus cannot be seen"
    page.keyboard.press("Enter")
    expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    inside = page.evaluate("document.activeElement !== document.body")
    assert inside, "the focus was lost with the swap"


def test_the_first_tab_leads_past_the_navigation(house: str, visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto(house)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#content$"))
