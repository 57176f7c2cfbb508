"""Tests of the site as an app, which shows pages marked as old without a network and offers installation once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.journeys.conftest import come_in, send
from tests.journeys.flaws import in_both_looks, violations

pytestmark = [pytest.mark.browser, pytest.mark.once]
SEEN = "() => caches.open('seen').then(seen => seen.match('/offline/seen.json')).then(Boolean)"


def test_without_a_network_my_matches_are_shown_as_they_were_and_gone_after_logging_out(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/mine/")
    page.wait_for_function(SEEN)
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")

    page.context.set_offline(True)
    page.goto(f"{house}/m/{code}/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("#seen-rows")).to_contain_text("Fuse with ben")
    expect(page.locator("#seen")).to_contain_text("Last updated:")
    assert not page.locator("#seen-rows a, [data-countdown]").count(), "nothing of it looks alive"
    assert not in_both_looks(page, violations)
    page.context.set_offline(False)
    expect(page.locator("#live")).to_be_visible()  # The requested page arrives by itself.

    page.goto(f"{house}/accounts/logout/")
    send(page.get_by_role("main").get_by_role("button", name="Log out"))
    page.wait_for_function(f"async () => !(await ({SEEN})())")
    page.context.set_offline(True)
    page.goto(f"{house}/mine/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("#seen")).to_be_hidden()


def test_it_offers_to_be_installed_until_somebody_says_not_now(
    house: str, visitor: Callable[..., Page], ada: Any
) -> None:
    page = visitor()
    come_in(page, house, "ada")
    offer = """() => dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
        prompt: async () => { window.asked = true; },
    }))"""
    page.goto(f"{house}/mine/")
    expect(page.locator("#install")).to_be_hidden()
    page.evaluate(offer)
    page.get_by_role("button", name="Install").click()
    expect(page.locator("#install")).to_be_hidden()
    assert page.evaluate("window.asked")
    page.reload()
    page.evaluate(offer)
    page.get_by_role("button", name="Not now").click()
    page.reload()
    page.evaluate(offer)
    expect(page.locator("#install")).to_be_hidden()


def test_only_a_browser_that_is_too_old_is_told_so(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str]
) -> None:
    page, notice = visitor(), "p.outdated"
    paths = ("/", reverse("notices:offline"), f"/embed/m/{begin(None, None)}/")
    for path in paths:
        page.goto(house + path)
        expect(page.locator(notice)).to_have_count(1)
        expect(page.locator(notice)).to_be_hidden()
    sheet = (
        (settings.ROOT / "static" / "site.css").read_text().replace("selector(:popover-open)", "selector(:unheard-of)")
    )
    page.route("**/site.css", lambda route: route.fulfill(body=sheet, content_type="text/css"))
    for path in paths:
        page.goto(house + path)
        expect(page.locator(notice)).to_be_visible()
    (floor,) = re.findall(r"You need (Safari [^.]+\.\d, .* or newer)\.", (settings.ROOT / "README.md").read_text())
    expect(page.locator(notice)).to_contain_text(floor)
    assert "outdated" in render_to_string("500.html")
