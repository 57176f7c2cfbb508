"""Through a long record, step by step."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.factories.finished_matches import recorded_match
from tests.journeys.flaws import unreached

pytestmark = [pytest.mark.browser, pytest.mark.once]


@pytest.fixture
def long(player: Callable[[str], Any]) -> str:
    return recorded_match("kobolds", [player(f"kobold-with-a-name-{n}") for n in range(6)], seed=9).code


@pytest.mark.parametrize("width", [1280, 360])
def test_a_long_record_is_stepped_through_without_loading_its_page_again(
    house: str, visitor: Callable[..., Page], long: str, width: int
) -> None:
    page, whole = visitor(width=width, height=640), []
    page.goto(f"{house}/m/{long}/record/?at=38&as=referee")
    page.on("request", lambda request: whole.append(request.url) if request.is_navigation_request() else None)
    page.locator("#all-moves summary").click()
    expect(page.locator("#moves [aria-current]")).to_have_text(re.compile(r"^38"))
    before = page.locator("#now line").get_attribute("x1")
    for at in (39, 40, 41):
        page.locator("#next").press("Enter")
        expect(page.locator("#at-said")).to_have_text(str(at))
        expect(page.locator("#next")).to_be_focused()
        expect(page.locator("#moves [aria-current]")).to_have_text(re.compile(rf"^{at}"))
        expect(page).to_have_url(re.compile(rf"\?at={at}&as=referee$"))
        expect(page).to_have_title(re.compile(rf"move {at}\b"))
    assert page.locator("#now line").get_attribute("x1") != before
    assert page.locator("#all-moves").get_attribute("open") is not None, "the list stays open"
    page.locator("#m57").click()
    expect(page.locator("#at-said")).to_have_text("57")
    expect(page.locator("#m57")).to_be_focused()
    page.locator("#later").press("Enter")
    expect(page.locator("#at-said")).to_have_text("80")
    expect(page.locator("#later")).to_be_focused()
    page.locator("#at").fill("700")
    expect(page.locator("#moves [aria-current]")).to_have_text(re.compile(r"^700"))
    page.locator("#as").select_option("2")
    expect(page).to_have_url(re.compile(r"as=2$"))
    assert not whole
    page.go_back()
    expect(page.locator("#at-said")).to_have_text("700")
    expect(page.locator("#as")).to_have_value("referee")
    expect(page.locator(".chart polyline")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    if width > 1000:
        assert not unreached(page)


def test_a_long_record_is_stepped_through_without_scripts(house: str, visitor: Callable[..., Page], long: str) -> None:
    page = visitor(width=360, scripts=False)
    page.goto(f"{house}/m/{long}/record/?at=39&as=referee")
    page.locator("#next").click()
    expect(page.locator("#at-said")).to_have_text("40")
    page.locator("#all-moves summary").click()
    expect(page.locator("#moves [aria-current]")).to_have_text(re.compile(r"^40"))
    page.get_by_role("link", name="80–119").click()
    expect(page.locator("#at-said")).to_have_text("80")
