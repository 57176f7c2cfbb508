"""Journeys of preferences: each is seen and saved at once, and counts on every page, even against the device's own."""

from __future__ import annotations

import re
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
    """Choose and send preferences without scripts."""
    page.goto(f"{house}/me/preferences/")
    for name, value in chosen.items():
        page.locator(f"input[name={name}][value={value}]").check()
    send(page.get_by_role("main").get_by_role("button", name="Save"))
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()


def choose(page: Page, group: str, label: str) -> None:
    """Choose a preference, and wait until it's saved."""
    field = page.get_by_role("group", name=group)
    field.get_by_label(label, exact=True).check()
    expect(field.get_by_role("status")).to_have_text("Saved.")


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


def test_the_pages_of_preferences_are_clean_and_fit(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    page = visitor(width=360, height=740, dark=True)
    come_in(page, house, "ada")
    found: list[str] = []
    for path in ("/me/preferences/", "/shortcuts/"):
        page.goto(house + path)
        found += in_both_looks(page, flaws)
    assert not found, "\n".join(found)


def test_a_choice_is_seen_and_saved_at_once_and_moves_nothing(
    house: str, visitor: Callable[..., Page], ada: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/me/preferences/")
    places = "[...document.querySelectorAll('.way')].map(each => [each.offsetLeft, each.offsetTop, each.offsetWidth])"
    before = page.evaluate(places), page.evaluate("document.body.scrollHeight")
    choose(page, "Colours", "Dark")
    assert page.evaluate(CLOTH) == DARK
    assert page.evaluate("document.querySelector('meta[name=theme-color]').content") == "#14181d"
    choose(page, "Speed of bots", "Slow")
    assert page.get_by_role("status").filter(has_text="Saved.").count() == 1, "only beside what was changed last"
    assert (page.evaluate(places), page.evaluate("document.body.scrollHeight")) == before
    assert violations(page) == []
    ada.refresh_from_db()
    assert ada.preferences == {"theme": "dark", "bots": "slow"}
    page.reload()
    expect(page.get_by_role("group", name="Speed of bots").get_by_label("Slow")).to_be_checked()
    choose(page, "Colours", "Automatic")
    assert page.evaluate(CLOTH) == LIGHT


def test_a_phone_shows_choices_before_the_sample_fills_its_first_screen(
    house: str, visitor: Callable[..., Page]
) -> None:
    page = visitor(width=360, height=740)
    page.goto(f"{house}/me/preferences/")
    sample = page.locator(".sample").bounding_box()
    assert sample
    assert sample["height"] < 100
    expect(page.get_by_role("button", name="Test")).to_be_in_viewport(ratio=1)


def test_what_cannot_be_saved_says_so_and_is_as_before(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/me/preferences/")
    choose(page, "Colours", "Dark")
    field = page.get_by_role("group", name="Colours")

    page.context.set_offline(True)
    field.get_by_label("Light", exact=True).click()
    expect(field.get_by_role("status")).to_have_text("Not saved. Please try again.")
    expect(field.get_by_label("Dark", exact=True)).to_be_checked()
    assert page.evaluate(CLOTH) == DARK
    page.context.set_offline(False)

    page.evaluate("document.querySelector('[name=theme][value=light]').value = 'pink'")
    field.get_by_label("Light", exact=True).click()
    expect(field.get_by_role("status")).to_have_text("This can’t be chosen. Your earlier choice still counts.")
    expect(field.get_by_label("Dark", exact=True)).to_be_checked()
    assert page.evaluate(CLOTH) == DARK
    assert violations(page) == []
    ada.refresh_from_db()
    assert ada.preferences == {"theme": "dark"}


def test_the_sample_moves_grows_and_sounds_as_chosen(house: str, visitor: Callable[..., Page]) -> None:
    page = visitor(still=False)
    page.add_init_script("navigator.vibrate = () => document.body.append(document.createElement('hr'))")  # One a bang.
    page.goto(f"{house}/me/preferences/")
    moves = "getComputedStyle(document.querySelector('.sample .spark')).animationName !== 'none'"
    assert page.evaluate(moves)
    choose(page, "Motion", "Reduced")
    assert not page.evaluate(moves)

    hand = page.locator(".sample-hand")
    usual = hand.bounding_box()
    choose(page, "Card size", "Large")
    large = hand.bounding_box()
    assert usual
    assert large
    assert large["width"] > 1.2 * usual["width"]

    page.get_by_role("button", name="Test").click()
    expect(page.locator("body > hr")).to_have_count(1)
    choose(page, "Sound and vibration", "On")
    expect(page.locator("body > hr")).to_have_count(2)
    choose(page, "Sound and vibration", "Off")
    expect(page.locator("body > hr")).to_have_count(2)


GAINS = """() => {
    window.gains = [];
    const { set, get } = Object.getOwnPropertyDescriptor(AudioParam.prototype, "value");
    const note = function (value) { gains.push(value); set.call(this, value); };
    Object.defineProperty(AudioParam.prototype, "value", { get, set: note });
}"""
"""Notes the volumes that are set."""


def test_the_volume_is_heard_and_saved_at_once(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/me/preferences/")
    slider = page.get_by_role("slider", name="Volume")
    expect(slider).to_be_hidden()
    choose(page, "Sound and vibration", "On")
    expect(slider).to_have_value("4")
    page.evaluate(GAINS)
    for key, gain in (("ArrowLeft", 0.5625), ("Home", 0.0625)):
        with page.expect_response(re.compile("/me/preferences/")):
            slider.press(key)
        page.wait_for_function("gain => gains.includes(gain)", arg=gain)
    ada.refresh_from_db()
    assert ada.preferences == {"sound": "on", "volume": "1"}
    page.route(re.compile("/me/preferences/"), lambda route: route.abort())
    slider.press("End")
    expect(slider).to_have_value("1")


def test_at_a_table_a_choice_is_seen_and_saved_at_once(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor(width=1280, height=820)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    usual = page.locator(".hand svg").first.bounding_box()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("group", name="Speed of bots")).to_have_count(0)
    choose(page, "Colours", "Dark")
    assert page.evaluate(CLOTH) == DARK
    choose(page, "Confirm moves", "Ask me first")
    for group, label in (("Sound and vibration", "On"), ("Motion", "Reduced"), ("Card size", "Large")):
        choose(page, group, label)
    root = page.locator("html")
    for name, value in (("confirm", "confirm"), ("sound", "on"), ("motion", "less"), ("cards", "large")):
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
    expect(page.get_by_role("group", name="Motion").get_by_label("Reduced")).to_be_checked()
    choose(page, "Card size", "Normal")
    assert page.locator(".hand svg").first.bounding_box() == usual


def test_a_table_that_was_opened_earlier_leaves_what_was_chosen_since(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any
) -> None:
    page = visitor(width=1280, height=820)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, None)}/")
    page.get_by_role("button", name="Menu").click()
    Player.objects.filter(pk=ada.pk).update(preferences={"sound": "on"})  # In another tab.
    with page.expect_response(lambda response: response.request.method == "POST") as saved:
        page.get_by_role("group", name="Speed of bots").get_by_label("Slow").check()
    assert set(parse_qs(saved.value.request.post_data)) == {"bots", "match"}
    ada.refresh_from_db()
    assert ada.preferences == {"sound": "on", "bots": "slow"}
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("group", name="Speed of bots").get_by_label("Slow")).to_be_checked()


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
