"""A journey of preferences, chosen without scripts and effective on every page, even against the device's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from apps.accounts.models import Player
from tests.journeys.conftest import come_in, send
from tests.journeys.flaws import flaws, in_both_looks, violations

pytestmark = [pytest.mark.browser, pytest.mark.once]
CLOTH = "getComputedStyle(document.documentElement).backgroundColor"
MOVES = "getComputedStyle(document.querySelector('.hero-spark path')).animationName !== 'none'"
DARK, LIGHT = "rgb(20, 24, 29)", "rgb(243, 239, 230)"


def like(page: Page, house: str, **chosen: str) -> None:
    page.goto(f"{house}/me/preferences/")
    for name, value in chosen.items():
        page.locator(f"input[name={name}][value={value}]").check()
    send(page.get_by_role("main").get_by_role("button", name="Save"))
    expect(page.get_by_role("status")).to_contain_text("Saved.")


def test_what_is_chosen_without_scripts_counts_against_what_the_device_says(
    house: str, visitor: Callable[..., Page]
) -> None:
    page = visitor(width=360, height=740, scripts=False, dark=False, still=True)
    page.goto(house)
    assert (page.evaluate(CLOTH), page.evaluate(MOVES)) == (LIGHT, False)
    like(page, house, theme="dark", motion="full")
    page.goto(house)
    assert (page.evaluate(CLOTH), page.evaluate(MOVES)) == (DARK, True)
    page.emulate_media(color_scheme="dark", reduced_motion="no-preference")
    like(page, house, theme="light", motion="less")
    page.goto(house)
    assert (page.evaluate(CLOTH), page.evaluate(MOVES)) == (LIGHT, False)


@pytest.mark.parametrize("still", [True, False])
def test_a_page_fades_into_the_next_unless_somebody_wants_less_motion(
    house: str, visitor: Callable[..., Page], still: bool
) -> None:
    page = visitor(still=still)
    page.add_init_script("addEventListener('pagereveal', event => { window.fades = Boolean(event.viewTransition) })")
    page.goto(house)
    page.locator(".bar-site").get_by_role("link", name="Archive").click()
    expect(page).to_have_url(f"{house}/matches/")
    page.locator(".bar-site").get_by_role("link", name="Tables").click()
    expect(page).to_have_url(f"{house}/tables/")
    assert page.evaluate("window.fades") is not still


def test_the_pages_of_preferences_are_clean_and_fit_and_a_choice_shows_at_once(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor(width=360, height=740, dark=True)
    come_in(page, house, "ada")
    found: list[str] = []
    for path in ("/me/preferences/", "/shortcuts/"):
        page.goto(house + path)
        found += in_both_looks(page, flaws)
    assert not found, "\n".join(found)

    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    usual = page.locator(".hand svg").first.bounding_box()
    page.goto(f"{house}/me/preferences/")
    page.locator("input[name=theme][value=light]").check()
    assert page.evaluate(CLOTH) == LIGHT, "before it is saved"
    like(page, house, cards="large", theme="dark")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    large = page.locator(".hand svg").first.bounding_box()
    assert usual
    assert large
    assert large["width"] > 1.2 * usual["width"]
    assert page.evaluate(CLOTH) == DARK


def test_at_a_table_a_choice_is_seen_and_kept_at_once(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor(width=1280, height=820)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    usual = page.locator(".hand svg").first.bounding_box()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_label("Speed of bots")).to_have_count(0)
    for label, value in (("Sound and vibration", "on"), ("Motion", "less"), ("Card size", "large")):
        with page.expect_response(lambda response: response.request.method == "POST") as kept:
            page.get_by_label(label, exact=True).select_option(value)
        assert kept.value.status == 204
    root = page.locator("html")
    for name, value in (("sound", "on"), ("motion", "less"), ("cards", "large")):
        expect(root).to_have_attribute(f"data-{name}", value)
    assert violations(page) == []
    page.keyboard.press("Escape")
    large = page.locator(".hand svg").first.bounding_box()
    assert usual
    assert large
    assert large["width"] > 1.2 * usual["width"], "without a reload"
    page.reload()
    expect(root).to_have_attribute("data-sound", "on")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_label("Motion", exact=True)).to_have_value("less")
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.get_by_label("Card size", exact=True).select_option("usual")
    assert page.locator(".hand svg").first.bounding_box() == usual


def test_a_table_that_was_opened_earlier_leaves_what_was_chosen_since(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any
) -> None:
    page = visitor(width=1280, height=820)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, None)}/")
    page.get_by_role("button", name="Menu").click()
    Player.objects.filter(pk=ada.pk).update(preferences={"sound": "on"})  # In another tab.
    with page.expect_response(lambda response: response.request.method == "POST") as kept:
        page.get_by_label("Speed of bots", exact=True).select_option("slow")
    assert set(parse_qs(kept.value.request.post_data)) == {"bots", "match"}
    ada.refresh_from_db()
    assert ada.preferences == {"sound": "on", "bots": "slow"}
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_label("Speed of bots", exact=True)).to_have_value("slow")


def test_without_scripts_the_menu_of_a_table_leads_to_the_preferences(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor(width=360, height=740, scripts=False)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("#table-preferences")).to_be_hidden()
    page.locator("#foot").get_by_role("link", name="Preferences").click()
    expect(page).to_have_url(f"{house}/me/preferences/")
