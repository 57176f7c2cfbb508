"""Choosing what one is told: on a phone, with a keyboard, without scripts; and a browser that asks to ring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from apps.notices.selectors import addresses
from apps.notices.selectors import preferences as chosen_preferences
from apps.notices.services import preferences, webhooks
from tests.factories.matches import NOW
from tests.journeys.conftest import come_in
from tests.journeys.flaws import flaws, in_both_looks, unfold
from tests.journeys.test_keyboard import _tab_to

pytestmark = [pytest.mark.browser, pytest.mark.once]
SMALL = """() => [...document.querySelectorAll(
    "main :is(button, select, summary, .matrix label, .form label:has(input))"
)].filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).map(e => `too small: ${e.outerHTML}`)"""


def test_axe_has_nothing_to_say_and_nothing_moves_sideways(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    webhooks.add(player=ada, url="https://example.org/" + "long" * 30, kinds=["turn"], now=NOW)
    page = visitor(width=360, height=740, dark=True)
    come_in(page, house, "ada")
    page.goto(f"{house}/me/notices/")
    unfold(page)
    found = in_both_looks(page, lambda page: [*flaws(page), *page.evaluate(SMALL)])
    off = addresses.off(ada.pk)
    for path in ("/mail/", off[off.index("/notices/") :], "/notices/off/nothing/"):
        page.goto(house + path)
        found += in_both_looks(page)
    assert not found, "\n".join(found)


def test_a_box_is_ticked_and_saved_with_the_keyboard_alone(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/me/notices/")
    _tab_to(page, "input[name=mail][value=over]")
    page.keyboard.press("Space")
    _tab_to(page, ".form button[type=submit]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert "over" in chosen_preferences.read(preferences.of(ada.pk)).mail


def test_everything_but_ringing_works_without_scripts(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    page = visitor(scripts=False, width=360)
    come_in(page, house, "ada")
    page.goto(f"{house}/me/notices/")
    page.locator("input[name=push][value=turn]").uncheck()
    page.locator("#digest").select_option("7")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert (
        chosen_preferences.read(preferences.of(ada.pk)).digest,
        "turn" in chosen_preferences.read(preferences.of(ada.pk)).push,
    ) == (
        7,
        False,
    )
    expect(page.locator("#push-none")).to_be_visible()
    expect(page.locator("#push-add")).to_be_hidden()


def test_the_worker_is_taken_and_a_refusal_is_said(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    page = visitor()
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    come_in(page, house, "ada")
    page.goto(f"{house}/me/notices/")
    expect(page.locator("#push-add")).to_be_visible()
    page.locator("#push-add").click()
    expect(page.locator("#push-error")).to_be_visible()
    ready = "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
    assert page.evaluate(f"{ready}.then(r => r.active.scriptURL)") == f"{house}/sw.js"
    manifest = "fetch('/manifest.webmanifest').then(r => r.json())"
    assert page.evaluate(f"{manifest}.then(m => fetch(m.icons[0].src)).then(r => r.status)") == 200
    assert not [said for said in errors if "Security" in said]
