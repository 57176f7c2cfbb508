"""Tests of the delay before an answer, with three seconds to undo it or a question.

Nothing is lost, and nothing is sent twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from apps.accounts.models import Player
from apps.matches.models import Move, Question
from tests.journeys.conftest import come_in
from tests.journeys.flaws import violations

pytestmark = [pytest.mark.browser, pytest.mark.once]
Table = Callable[[str], Page]


@pytest.fixture
def asked(house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any) -> Table:
    """Return a function that opens the page of the player to move, with this preference for confirming answers."""

    def sit(way: str) -> Page:
        code = begin(ada, ben)
        seat = Question.objects.get(match__code=code).seat
        who = (ada, ben)[seat]
        Player.objects.filter(pk=who.pk).update(preferences={"confirm": way} if way else {})
        page = visitor(width=360, height=740)
        come_in(page, house, who.username)
        page.clock.install()
        page.goto(f"{house}/m/{code}/")
        expect(page.locator("button.hold.lay").first).to_be_visible()
        return page

    return sit


def moves() -> int:
    return Move.objects.exclude(seat=None).count()


def arrives(expected: int = 1) -> None:
    """Check that exactly this number of answers arrives."""
    until = time.monotonic() + 15
    while moves() < expected and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.3)
    assert moves() == expected


def card(page: Page, number: int = 1) -> Any:
    return page.locator("button.hold.lay").nth(number)


def bar(page: Page) -> Any:
    return page.locator(".hold-bar:not(.sent)")


def test_what_was_tapped_can_be_taken_back_and_goes_by_itself_after_three_seconds(asked: Table) -> None:
    page = asked("undo")
    own = card(page).get_attribute("id")
    page.clock.pause_at(time.time() + 5)  # A slow machine can take longer for the following than three seconds.
    card(page).dblclick()  # The second tap is never an “Undo”, wherever it lands.
    expect(bar(page)).to_contain_text("Sending in 3 seconds.")
    page.clock.run_for(450)
    page.get_by_role("button", name="Undo").click()
    expect(bar(page)).to_have_count(0)
    expect(page.locator(f"#{own}")).to_be_focused()
    page.clock.fast_forward(4000)
    page.clock.resume()
    arrives(0)

    card(page).click()
    expect(bar(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(bar(page)).to_have_count(0)

    card(page).dblclick()
    # News is held back because it would remove the form.
    with page.expect_response(lambda answer: "/news/" in answer.url and answer.status == 200):
        page.evaluate("document.getElementById('heard').value = 0; htmx.trigger('#news', 'refresh')")
    expect(bar(page)).to_be_visible()
    assert page.locator("[data-held]").get_attribute("id") == own
    page.clock.fast_forward(3000)
    expect(page.locator(f"#{own}")).to_have_count(0)
    expect(page.locator(".hold-bar")).to_have_count(0)
    expect(page.locator("#live")).to_be_visible()
    arrives()


def test_the_bar_of_an_answer_that_is_held_has_no_flaws(asked: Table) -> None:
    page = asked("undo")
    card(page).click()
    expect(bar(page)).to_be_visible()
    assert not violations(page, ".question")


def test_a_second_tap_sends_it_and_a_tap_on_another_card_changes_it(asked: Table) -> None:
    page = asked("undo")
    other = card(page, 2).get_attribute("id")
    card(page).click()
    expect(bar(page)).to_be_visible()
    card(page, 2).click()
    assert page.locator("[data-held]").get_attribute("id") != other, "so quick, it was meant for the first"
    page.wait_for_timeout(450)
    card(page, 2).click()
    expect(page.locator(f"#{other}[data-held]")).to_be_visible()
    expect(page.locator("[data-held]")).to_have_count(1)
    arrives(0)
    page.wait_for_timeout(450)
    page.locator(f"#{other}").click()
    expect(page.locator(f"#{other}")).to_have_count(0)
    arrives()


@pytest.mark.parametrize("among_bots", [True, False])
def test_on_a_phone_nothing_is_held_among_bots(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any, among_bots: bool
) -> None:
    code = begin(ada, None) if among_bots else begin(ada, ben)
    seat = Question.objects.get(match__code=code).seat if not among_bots else 0
    page = visitor(width=360, height=740)
    page.add_init_script(
        """const real = window.matchMedia.bind(window);
        window.matchMedia = query => query === "(pointer: coarse)" ? { matches: true } : real(query);"""
    )
    come_in(page, house, ("ada", "ben")[seat])
    page.goto(f"{house}/m/{code}/")
    expect(card(page)).to_be_visible()
    before = moves()
    card(page).click()
    if among_bots:
        until = time.monotonic() + 2  # It would be held for three seconds.
        while moves() == before and time.monotonic() < until:
            time.sleep(0.05)
        assert moves() > before
    else:
        expect(bar(page)).to_be_visible()


def test_an_answer_goes_with_the_page(asked: Table, house: str) -> None:
    page = asked("undo")
    card(page).click()
    expect(bar(page)).to_be_visible()
    page.goto(f"{house}/matches/")
    arrives()
    page.clock.fast_forward(4000)
    arrives()


def test_an_answer_goes_with_a_page_whose_table_came_anew(asked: Table, house: str) -> None:
    """Check a page whose forms carry no token of their own after the change."""
    page = asked("undo")
    with page.expect_response("**/news/*"):
        page.evaluate("document.getElementById('heard').value = ''; htmx.trigger('#news', 'refresh')")
    expect(page.locator("form[data-final] [name=csrfmiddlewaretoken]")).to_have_count(0)
    card(page).click()
    expect(bar(page)).to_be_visible()
    page.goto(f"{house}/matches/")
    arrives()


def test_an_answer_goes_when_another_window_comes_to_the_front_and_the_table_is_fresh_afterwards(asked: Table) -> None:
    page = asked("undo")
    own = card(page).get_attribute("id")
    card(page).click()
    expect(bar(page)).to_be_visible()
    page.evaluate(
        """() => {
            Object.defineProperty(document, "visibilityState", {value: "hidden", configurable: true});
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    arrives()
    expect(page.locator(f"#{own}")).to_have_count(0)
    page.clock.fast_forward(4000)
    arrives()


def test_what_cannot_be_sent_can_be_answered_again(asked: Table) -> None:
    page = asked("undo")
    page.route("**/answer/", lambda route: route.abort())
    card(page).click()
    page.clock.fast_forward(3000)
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator(".hold-bar")).to_have_count(0)
    page.unroute("**/answer/")
    card(page).click()
    page.clock.fast_forward(3000)
    arrives()


def test_close_to_its_deadline_nothing_is_held(asked: Table) -> None:
    page = asked("undo")
    page.evaluate(
        """() => document.querySelectorAll("[data-final]").forEach(form => {
            form.dataset.final = new Date(Date.now() + 9000).toISOString();
        })"""
    )
    card(page).click()
    arrives()


def test_whoever_wants_to_be_asked_is_asked_in_place(asked: Table) -> None:
    page = asked("confirm")
    own = card(page).get_attribute("id")
    card(page).click()
    expect(bar(page)).to_contain_text("Are you sure?")
    page.clock.fast_forward(60_000)
    assert not moves()
    bar(page).get_by_role("button", name="Cancel").click()
    expect(page.locator(f"#{own}")).to_be_focused()
    card(page).press("Enter")
    page.wait_for_timeout(450)
    page.keyboard.press("Enter")
    arrives()


def test_at_a_desk_an_answer_counts_at_once_unless_one_says_otherwise(asked: Table) -> None:
    page = asked("")
    card(page).click()
    arrives()
