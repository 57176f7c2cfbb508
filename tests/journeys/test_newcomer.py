"""A newcomer's journey from the front page to a verified replay."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import come_in, play_on

WIDTHS = (360, 1280)
"""The widths that are played on in turn."""


def test_a_newcomer_is_in_a_match_with_two_clicks_finishes_it_replays_it_and_verifies_it(
    house: str, visitor: Callable[..., Page]
) -> None:
    page = visitor(width=360, height=740, dark=True)
    page.goto(house)
    page.get_by_role("link", name="Play now").click()
    page.get_by_role("button", name="Fuse: Spark").click()
    expect(page).to_have_url(re.compile(r"/m/\w+/$"))
    play_on(page, *WIDTHS)
    expect(page.locator(".result")).to_contain_text(re.compile("won|win|place", re.IGNORECASE))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Replay of this match").click()
    page.get_by_text("Result and summary").click()
    expect(page.get_by_role("heading", name="Match summary")).to_be_visible()
    assert page.locator(".chart polyline").count() == 3
    page.goto(page.url.split("?")[0] + "?at=3&as=public")
    expect(page.get_by_role("main")).not_to_contain_text("You drew")
    page.goto(page.url.split("/record/")[0] + "/verify/")
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"and compared \d+ events: they all match\."))


@pytest.mark.once
def test_no_page_scrolls_sideways_on_a_narrow_phone_even_for_the_widest_names(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], player: Callable[[str], Any]
) -> None:
    wide, other = player("W" * 24), player("M" * 24)
    code, short = begin(wide, other, None, None, None, None, specials=True), begin(wide, other)
    page = visitor(width=360, height=640)
    come_in(page, house, wide.username)
    matches = [f"/m/{code}/", f"/m/{short}/", f"/m/{code}/orders/", f"/m/{code}/record/?at=1", f"/m/{code}/verify/"]
    for path in ("/", "/tables/", "/tables/new/", "/matches/", "/mine/", "/games/fuse/", "/me/", *matches):
        page.goto(house + path)
        outside = page.evaluate(_OUTSIDE)
        assert not outside, f"{page.url}: {outside}"


_OUTSIDE = """() => {
    const edge = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= edge) return [];
    return [...document.querySelectorAll("body *")].filter(it => it.getBoundingClientRect().right > edge + .5)
        .map(it => `${it.tagName}.${it.getAttribute("class")}: ${it.textContent.trim().slice(0, 40)}`);
}"""
"""Returns the elements that extend beyond the right edge."""
