"""Tests of the rules beside the table: at the current question, without blocking the turn.

Without scripts, they are a page of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import awaited, come_in
from tests.journeys.flaws import violations

pytestmark = pytest.mark.once

Visitor = Callable[..., Page]
Begin = Callable[..., str]


def asked_at(code: str) -> str:
    """Return which of Ada and Ben is asked."""
    return ("ada", "ben")[next(awaited(code, 0, 1))]


def test_the_rules_open_beside_the_table_at_what_is_asked_and_the_turn_goes_on(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben, short_fuse=True)
    page = visitor()
    come_in(page, house, asked_at(code))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/rules/" in request.url else None)
    page.goto(f"{house}/m/{code}/")
    expect(page.locator("#yours")).to_be_visible()
    title = page.title()
    page.locator("#aim .rules-link").click()
    drawer = page.locator("#rules-drawer")
    expect(drawer.get_by_role("heading", name="Your turn")).to_be_in_viewport()
    expect(drawer.locator(".now")).to_have_text(re.compile("Your turn"))
    expect(drawer.locator("#rules-short_fuse")).to_contain_text("on at this table")
    expect(drawer.locator("#rules-penalty")).to_contain_text("off at this table")
    assert not violations(page)
    assert page.title() == title
    assert not page.evaluate("document.querySelector('#rules-drawer').matches(':modal')")
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids)), "an id stands twice"
    heard = page.locator("#heard").get_attribute("value")
    page.locator("button.hold").first.click()
    expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    expect(drawer).to_be_visible()
    drawer.get_by_role("link", name="Short fuse").click()
    expect(drawer.locator("#rules-short_fuse")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.locator("#foot [data-rules]").click()
    expect(drawer).to_be_visible()
    assert len(asked) == 1, "they are fetched once"
    assert page.url == f"{house}/m/{code}/"


def test_on_a_phone_they_are_a_sheet_over_the_table_and_without_scripts_a_page_with_a_way_back(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    page = visitor(width=360, height=740, dark=True)
    come_in(page, house, asked_at(code))
    page.goto(f"{house}/m/{code}/")
    page.locator("#aim .rules-link").click()
    expect(page.locator("#rules-drawer").get_by_role("heading", name="Your turn")).to_be_in_viewport()
    assert page.evaluate("document.querySelector('#rules-drawer').matches(':modal')")
    assert not violations(page)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#rules-drawer")).to_be_hidden()
    plain = visitor(width=360, height=740, scripts=False)
    come_in(plain, house, asked_at(code))
    plain.goto(f"{house}/m/{code}/")
    plain.locator("#aim .rules-link").click()
    expect(plain).to_have_url(f"{house}/m/{code}/rules/#ask-turn")
    expect(plain.get_by_role("heading", name="Your turn")).to_be_in_viewport()
    back = plain.locator(".to-table")
    expect(back).to_be_in_viewport()
    back.click()
    expect(plain).to_have_url(f"{house}/m/{code}/")
