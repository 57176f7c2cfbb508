"""Tests of pages that stay open while their reader is logged out elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from playwright.sync_api import Page, expect

from apps.accounts.models import Player
from apps.matches.models import Move, Question
from tests.journeys.conftest import come_in

pytestmark = [pytest.mark.browser, pytest.mark.once]


def expel() -> None:
    """End every session, as time and *log out everywhere* do."""
    Session.objects.all().delete()
    cache.clear()


@pytest.mark.parametrize("way", ["off", "undo"])
def test_a_tap_after_logging_out_is_refused_aloud_and_leads_back_to_the_table(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any, way: str
) -> None:
    code = begin(ada, ben)
    who = (ada, ben)[Question.objects.get(match__code=code).seat]
    Player.objects.filter(pk=who.pk).update(preferences={"confirm": way})
    page = visitor(width=360, height=740)
    come_in(page, house, who.username)
    page.goto(f"{house}/m/{code}/")
    expect(page.locator("button.hold.lay").first).to_be_visible()
    expel()
    page.locator("button.hold.lay").first.click()
    said = page.locator("#reader-changed")
    expect(said).to_contain_text("You’ve been logged out")
    expect(page.locator("button.hold.lay").first).to_be_visible()
    assert not Move.objects.exclude(seat=None).exists()
    said.get_by_role("link", name="Log in").click()
    page.locator("[name=login]").fill(who.username)
    page.locator("[name=password]").fill("slow and steady")
    page.locator("main form button[type=submit]").first.click()
    expect(page).to_have_url(f"{house}/m/{code}/")


def test_what_was_being_written_is_there_again_after_logging_in(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/talk/")
    page.locator("[name=text]").first.fill("What a lovely fuse")
    expel()
    page.locator("[name=text]").first.press("Enter")
    said = page.locator("#reader-changed")
    expect(said).to_contain_text("You’ve been logged out")
    said.get_by_role("link").click()
    page.locator("[name=login]").fill("ada")
    page.locator("[name=password]").fill("slow and steady")
    page.locator("main form button[type=submit]").first.click()
    expect(page).to_have_url(f"{house}/m/{code}/talk/")
    expect(page.locator("[name=text]").first).to_have_value("What a lovely fuse")


def test_a_list_that_refreshes_itself_takes_the_whole_browser_to_the_login(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    begin(ada, ben)
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/mine/")
    expel()
    page.evaluate(
        "for (const part of document.querySelectorAll('main [data-by-itself]')) htmx.trigger(part, 'refresh')"
    )
    expect(page).to_have_url(f"{house}/accounts/login/?next=/mine/")
    expect(page.locator("main")).to_have_count(1)
