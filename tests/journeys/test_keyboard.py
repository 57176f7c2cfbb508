"""Journeys with only a keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from apps.accounts.models import Player
from tests.journeys.conftest import awaited, come_in
from tests.journeys.flaws import violations

pytestmark = pytest.mark.once


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is on something that matches the selector."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"{wanted} cannot be reached with Tab")


def test_a_newcomer_sits_down_and_lays_a_card_with_the_keyboard_alone(house: str, visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto(house)
    tab_to(page, "main a.primary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    tab_to(page, "form:has(input[value='fuse']) button[value='spark']")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/m/\w+/$"))
    expect(page.locator("button.hold.lay").first).to_be_visible()
    page.wait_for_load_state()  # Before its scripts have loaded, a page sends answers as a plain form and reloads.
    heard = page.locator("#heard").get_attribute("value")
    tab_to(page, "button.hold.lay")
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
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#content$"))


def _go(page: Page, key: str) -> None:
    """Press a key that leads to another page, and wait for it, as a loading page ignores keys."""
    with page.expect_navigation():
        page.keyboard.press(key)


def test_keys_lead_to_cards_to_the_next_match_and_to_their_list_but_never_from_where_one_types(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any
) -> None:
    codes = [begin(ada, None, None) for _ in range(2)]
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/mine/")
    for code in codes:
        assert next(awaited(code, 0)) == 0  # The bots have played.
    _go(page, "j")
    expect(page).to_have_url(re.compile("|".join(codes)))
    first = page.url
    _go(page, "j")
    expect(page).not_to_have_url(first)
    _go(page, "k")
    expect(page).to_have_url(first)

    expect(page.locator("button.hold.lay").first).to_be_visible()
    second = page.locator(".hand > li").nth(1).locator("button")
    page.keyboard.press("2")
    expect(second).to_be_focused()

    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    assert not violations(page, "dialog")
    page.keyboard.press("j")
    assert page.url == first, "behind an open list nothing moves"
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    page.goto(f"{house}/me/")
    name = page.locator("#id_username")
    name.fill("")
    name.press_sequentially("j?1k")
    expect(name).to_have_value("j?1k")
    page.locator("h1").click()
    page.keyboard.press("Alt+j")
    page.wait_for_timeout(100)
    assert page.url == f"{house}/me/", "letters are letters, and what else is held belongs to the browser"


def test_a_number_leads_to_a_card_where_the_browser_cannot_say_what_is_visible(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any
) -> None:
    code = begin(ada, None, None)
    page = visitor()
    page.add_init_script("delete Element.prototype.checkVisibility")
    come_in(page, house, "ada")
    assert next(awaited(code, 0)) == 0
    page.goto(f"{house}/m/{code}/")
    expect(page.locator("button.hold.lay").first).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator(".hand > li").nth(1).locator("button")).to_be_focused()


def test_whoever_turned_the_keys_off_has_none(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    Player.objects.filter(pk=ada.pk).update(preferences={"keys": "off"})
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/me/preferences/")
    list_of_keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    page.keyboard.press("?")
    page.get_by_role("group", name="Keyboard shortcuts").get_by_label("On").check()
    expect(list_of_keys).to_have_count(0)
    page.keyboard.press("?")
    expect(list_of_keys).to_be_visible()
