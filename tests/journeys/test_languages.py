"""Tests that language choice works without scripts, and that every language fits a narrow phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from apps.matches.models import Question
from tests.journeys.conftest import come_in, log_in

pytestmark = pytest.mark.once

NAMES = {"en": "English", "de": "Deutsch", "fr": "Français"}
PAGES = ("/", "/games/fuse/", "/tables/", "/tables/new/", "/matches/", "/mine/", "/me/", "/accounts/password/change/")


@pytest.mark.parametrize("language", NAMES)
def test_no_page_scrolls_sideways_on_a_narrow_phone(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any, language: str
) -> None:
    page = visitor(width=360, height=640)
    for path in ("/accounts/login/", "/accounts/signup/"):
        page.goto(house + path)
        _choose(page, language)
        assert _fits(page), page.url
    page.context.clear_cookies()
    log_in(page, house, "ada")
    _choose(page, language)
    code = begin(ada, ben, None, specials=True, penalty=True)
    for path in (*PAGES, *(f"/m/{code}/{rest}" for rest in ("", "orders/", "record/", "verify/"))):
        page.goto(house + path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert _fits(page), page.url


def test_the_language_is_chosen_without_scripts_and_the_reader_stays_where_they_are(
    house: str, visitor: Callable[..., Page]
) -> None:
    page = visitor(width=360, scripts=False)
    page.goto(f"{house}/games/fuse/")
    page.get_by_role("button", name="Deutsch").click()
    expect(page).to_have_url(re.compile("/games/fuse/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Lunte")
    expect(page.get_by_role("button", name="Deutsch")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="Tische", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tische")


def test_a_deadline_is_told_in_the_time_zone_of_the_account_wherever_its_browser_is(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    ada.time_zone = "Asia/Tokyo"
    ada.save()
    code = begin(ada, ben)
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/")
    due = Question.objects.filter(match__code=code).order_by("due_at")[0].due_at.astimezone(ZoneInfo("Asia/Tokyo"))
    expect(page.locator(".until time")).to_contain_text(re.compile(rf"{due:%H:%M} \(\d+h left\)"))
    if page.locator("#silence time").count():
        expect(page.locator("#silence time")).to_contain_text(f"{due:%H:%M}")


def _choose(page: Page, language: str) -> None:
    page.get_by_role("button", name=NAMES[language]).click()
    expect(page.locator("html")).to_have_attribute("lang", language)


def _fits(page: Page) -> bool:
    """Return whether the page stays in place when you try to scroll it sideways."""
    page.evaluate("scrollTo(1000, 0)")
    return page.evaluate("scrollX") == 0
