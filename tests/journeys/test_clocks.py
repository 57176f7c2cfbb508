"""Tests that pages on a device with a wrong clock count by the server's."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from apps.accounts.models import Player
from apps.games import load_games
from apps.matches.engine import deadlines
from apps.matches.models import Match, Move, Question
from apps.matches.templatetags.until import until
from tests.factories.matches import new_match
from tests.journeys.conftest import come_in

pytestmark = [pytest.mark.browser, pytest.mark.once]
OFF = "{ const right = Date.now; window.off = %d; Date.now = () => right() + window.off; }"


@pytest.fixture
def asked(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> Callable[..., Page]:
    """Return a function that opens the page of the player to move.

    Its arguments are the time left and the device's error in milliseconds.
    """

    def sit(left: timedelta, off: int) -> Page:
        code = begin(ada, ben)
        due = timezone.now() + left
        Question.objects.filter(match__code=code).update(due_at=due, lapses_at=due)
        Match.objects.filter(code=code).update(wake_at=due)
        who = (ada, ben)[Question.objects.get(match__code=code).seat]
        Player.objects.filter(pk=who.pk).update(preferences={"confirm": "undo"})
        page = visitor()
        page.context.add_init_script(OFF % off)
        come_in(page, house, who.username)
        page.goto(f"{house}/m/{code}/")
        return page

    return sit


@pytest.mark.parametrize("off", [-600_000, 600_000])
def test_the_countdown_is_right_on_a_device_whose_clock_is_wrong(asked: Callable[..., Page], off: int) -> None:
    page = asked(timedelta(minutes=4, seconds=40), off)
    left = page.locator("#live time[data-countdown]").first
    expect(left).to_contain_text("4 min")
    page.evaluate("window.off += 3600000")  # The next answer shows that the clock was set.
    with page.expect_response("**/news/*"):
        page.evaluate("document.getElementById('heard').value = ''; htmx.trigger('#news', 'refresh')")
    expect(left).to_contain_text("4 min")


def test_a_countdown_ends_by_saying_so(house: str, visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto(f"{house}/about/")
    over = until(timezone.now() + timedelta(seconds=4))
    page.evaluate("html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", over)
    time = page.locator("time[data-countdown]")
    expect(time).to_contain_text(re.compile(r"[1-4]\ss left"))
    expect(time).to_have_text("time is up")
    expect(time).not_to_have_class("soon")


def test_no_tap_is_held_past_its_deadline_by_a_phone_that_is_slow(asked: Callable[..., Page]) -> None:
    page = asked(timedelta(seconds=9), -60_000)
    page.locator("button.hold.lay").nth(1).click()
    expect(page.locator("button.hold.lay")).to_have_count(0)
    expect(page.locator(".hold-bar")).to_have_count(0)
    assert Move.objects.exclude(seat=None).count() == 1


def test_a_tap_is_held_by_a_phone_that_is_fast(asked: Callable[..., Page]) -> None:
    page = asked(timedelta(minutes=2), 150_000)
    page.locator("button.hold.lay").nth(1).click()
    expect(page.locator(".hold-bar")).to_be_visible()


def test_the_two_half_past_twos_of_a_night_read_differently(asked: Callable[..., Page]) -> None:
    Player.objects.update(time_zone="Europe/Berlin")
    page = asked(timedelta(minutes=5), 0)
    moments = ["2026-10-24T23:30Z", "2026-10-25T00:30Z", "2026-10-25T01:30Z", "2026-10-25T02:30Z"]
    read = page.evaluate("moments => moments.map(each => slowfuse.clock(new Date(each)))", moments)
    zones = [text.partition(":30")[2].strip() for text in read]
    assert zones in (["", "CEST", "CET", ""], ["", "GMT+2", "GMT+1", ""]), "each browser has its own abbreviations"


@pytest.mark.parametrize(
    ("here", "account", "scripts", "named"),
    [
        ("Europe/Berlin", "Europe/Berlin", True, False),
        ("Asia/Tokyo", "Europe/Berlin", True, True),  # A traveller.
        ("UTC", "UTC", True, True),  # A browser that hides its zone.
        ("Europe/Berlin", "Europe/Berlin", False, True),
    ],
)
def test_a_page_names_its_zone_unless_it_is_surely_the_devices(
    house: str, browser: Browser, ada: Any, here: str, account: str, scripts: bool, named: bool
) -> None:
    Player.objects.filter(pk=ada.pk).update(time_zone=account)
    with browser.new_context(timezone_id=here, java_script_enabled=scripts, locale="en-GB") as context:
        page = context.new_page()
        come_in(page, house, ada.username)
        page.goto(f"{house}/tournaments/")
        expect(page.get_by_text(f"All times are in the {account} time zone.")).to_be_visible(visible=named)


def test_at_a_live_pace_plates_count_down_the_turn_and_then_the_time_bank(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    """Check a phone with a wrong clock, for the awaited player, their opponent and a spectator alike."""
    table = new_match(ada, ben, pace=deadlines.list_preset_paces(load_games()["fuse"].meta)["live"], now=timezone.now())
    now = timezone.now()
    due, lapses = now + timedelta(seconds=20), now + timedelta(seconds=140)
    Question.objects.filter(match__code=table.code).update(due_at=due, lapses_at=lapses)
    Match.objects.filter(code=table.code).update(wake_at=lapses)
    pages = []
    for name in ("ada", "ben", None):
        page = visitor(width=360, height=740)
        page.context.add_init_script(OFF % 600_000)
        if name:
            come_in(page, house, name)
        page.goto(f"{house}/m/{table.code}/")
        pages.append(page)
    for page in pages:
        expect(page.locator(".clock")).to_have_count(2)
        expect(page.locator(".clock.running time")).to_contain_text(re.compile(r"^0:[01]\d$"))
        expect(page.locator(".clock:not(.running) time")).to_have_text("2:00")
        expect(page.locator(".live-bar .until")).to_have_count(0)
        assert page.locator(".clock.running .left").get_attribute("width") == "100"
    for page in pages:
        running = page.locator(f'.plate[data-seat="{table.ask.seat}"] .clock.banking time')
        expect(running).to_contain_text(re.compile(r"1:[345][0-7]$"), timeout=45_000)
        assert 50 < float(page.locator(".clock.banking .left").get_attribute("width") or 0) < 100
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
