"""Journeys in Firefox. They need Debian's firefox-esr, and a release of Playwright that can control it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from apps.accounts.models import Player
from apps.matches.models import Move, Question
from tests import luck
from tests.config import furnished_site
from tests.config.sights import Sights
from tests.conftest import person
from tests.journeys.conftest import PATIENCE, come_in, visitors
from tests.journeys.test_app import SEEN
from tests.journeys.test_first_sight import sit
from tests.journeys.test_keyboard import tab_to

pytestmark = pytest.mark.once

FIRST: Final = {
    "bombe": [".step:last-of-type", "#seal"],
    "frogs": [".hold summary", ".card-sheet button"],
    "fuse": ["button.hold.lay"],
    "kobolds": ["#pass"],
}
"""The elements to click for a first answer in each game."""

DRAWN: Final = """async () => {
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return document.documentElement.scrollWidth;
}"""


@pytest.fixture
def visitor(firefox: Callable[..., Browser]) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens pages in Firefox, as other journeys do in Chromium."""
    yield from visitors(firefox)


def complaints(page: Page) -> list[str]:
    """Return a list that collects the page's console errors and uncaught exceptions from now on."""
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # Leaving a page stops the worker's unfinished requests, which Firefox logs as errors.
        if message.type == "error" and "A ServiceWorker intercepted the request" not in message.text:
            said.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: said.append(error.message))
    return said


def until_it_is_so(test: Callable[[], bool]) -> None:
    """Wait for something that no page shows."""
    until = time.monotonic() + PATIENCE / 1000
    while not test():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(FIRST))
def test_an_answer_is_given_in_each_game(house: str, visitor: Callable[..., Page], ada: Any, game: str) -> None:
    with luck.dealt(2):  # At Frogs, ada gets cards, not the dice.
        code = sit(game, ada, None, None)
    page = visitor(width=360, height=740)
    said = complaints(page)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/")
    for wanted in FIRST[game]:
        page.locator(wanted).first.click()
    until_it_is_so(Move.objects.filter(match__code=code, seat=0).exists)
    assert said == []


def test_what_was_tapped_is_held_and_taken_back(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    who = (ada, ben)[Question.objects.get(match__code=code).seat]
    Player.objects.filter(pk=who.pk).update(preferences={"confirm": "undo"})
    page = visitor(width=360, height=740)
    come_in(page, house, who.username)
    page.goto(f"{house}/m/{code}/")
    card = page.locator("button.hold.lay").first
    own = card.get_attribute("id")
    card.click()
    expect(page.locator(".hold-bar")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".hold-bar")).to_have_count(0)
    expect(page.locator(f"#{own}")).to_be_focused()
    assert not Move.objects.exclude(seat=None).exists()


def test_a_tip_that_is_pointed_at_lies_above_everything_and_closes_at_escape(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    button, text = page.locator("[popovertarget=tip-prize]"), page.locator("#tip-prize")
    opened = page.locator(".tip-text:popover-open")
    button.hover()
    expect(opened).to_have_attribute("id", "tip-prize")
    page.keyboard.press("Escape")
    expect(text).to_be_hidden()

    page.mouse.move(1, 1)
    button.hover()
    expect(opened).to_have_count(1)
    text.hover()
    expect(opened).to_have_count(1)
    page.mouse.move(1, 1)
    expect(text).to_be_hidden()

    button.hover()
    button.click()
    expect(opened).to_have_count(1)
    page.mouse.move(1, 1)
    expect(text).to_be_hidden()

    page.locator(".skip").focus()  # Past the end of the page, its window is no longer in front.
    tab_to(page, "[popovertarget=tip-prize]")
    expect(opened).to_have_attribute("id", "tip-prize")
    page.keyboard.press("Escape")
    expect(text).to_be_hidden()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(opened).to_have_attribute("id", "tip-prize")
    page.keyboard.press("Tab")
    expect(text).to_be_hidden()


def test_a_sheet_stays_open_while_one_points_at_a_tip(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    asked = Question.objects.get(match__code=code).seat
    page = visitor()
    come_in(page, house, (ben, ada)[asked].username)  # A waiting player taps a card to read what it does.
    page.goto(f"{house}/m/{code}/")
    page.locator("button.hold.idle").first.click()
    expect(page.locator(".card-sheet:popover-open")).to_be_visible()
    page.locator("[popovertarget=tip-prize]").hover()
    page.wait_for_timeout(300)
    expect(page.locator(".card-sheet:popover-open")).to_be_visible()


def test_a_page_says_that_there_is_no_network(
    house: str, site_server: uvicorn.Server, visitor: Callable[..., Page], ada: Any
) -> None:
    """Stop the site, because Playwright's offline mode doesn't reach Firefox's service worker."""
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/mine/")
    page.wait_for_function(SEEN)
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    page.goto(f"{house}/mine/")
    site_server.should_exit = True
    until_it_is_so(lambda: not (site_server.servers[0].is_serving() or site_server.server_state.connections))
    page.goto(f"{house}/tables/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


@pytest.mark.slow
def test_every_page_is_drawn_fits_and_has_no_errors(live_site: str, visitor: Callable[..., Page]) -> None:
    with luck.drawn("furnished"):
        furnished_site.furnish(*map(person, ("ada", "ben", "cleo", "dora")))
    sights, page = Sights(), visitor()
    come_in(page, live_site, "ada")
    said = complaints(page)
    paths = [path for path in furnished_site.addresses(office=False) if sights.of("ada", path).page]
    found = {}
    for path in paths:
        if sights.of("ada", path).status != 200:  # The console logs an error for it.
            continue
        page.goto(live_site + path)
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            if (wide := page.evaluate(DRAWN)) > width:
                said.append(f"{wide} wide")
        if said:
            found[path] = [*said]
        said.clear()
    assert found == {}
    assert len(paths) > 100
