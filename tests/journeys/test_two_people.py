"""Journeys of two people at one table, each with their own browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.matches.services import organiser
from tests.journeys.conftest import come_in, push


def test_a_move_reaches_the_other_browser_without_a_reload(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    pages = {}
    for name in ("ada", "ben"):
        pages[name] = visitor()
        come_in(pages[name], house, name)
        pages[name].goto(f"{house}/m/{code}/")
    first = "ada" if pages["ada"].locator("button.hold.lay").count() else "ben"
    other = pages["ben" if first == "ada" else "ada"]
    expect(other.locator("button.hold.lay")).to_have_count(0)
    push(pages[first].locator("button.hold.lay").first)
    expect(other.locator("button.hold.lay, button.hold.cut").first).to_be_visible()
    expect(other.locator("#story")).to_contain_text(f"{first} played")


@pytest.mark.once
def test_two_people_meet_at_a_table_that_one_of_them_opened(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    host, guest = visitor(), visitor(width=360)
    come_in(host, house, "ada")
    come_in(guest, house, "ben")
    host.goto(f"{house}/tables/new/")
    host.get_by_role("main").get_by_role("link", name="Fuse", exact=True).click()
    host.get_by_role("main").get_by_role("button", name=re.compile("open", re.IGNORECASE)).first.click()
    expect(host).to_have_url(re.compile(r"/tables/\w+/$"))
    guest.goto(host.url)
    guest.get_by_role("button", name=re.compile("join|sit down|take", re.IGNORECASE)).first.click()
    host.reload()
    fill = host.get_by_role("button", name=re.compile("bots", re.IGNORECASE))
    if fill.count():
        fill.first.click()
    host.get_by_role("button", name=re.compile("start|deal|begin", re.IGNORECASE)).first.click()
    expect(host).to_have_url(re.compile(r"/m/\w+/$"))
    guest.goto(guest.url)
    expect(guest).to_have_url(re.compile(r"/m/\w+/$"))
    expect(guest.locator(".hand")).to_be_visible()


@pytest.mark.once
def test_news_does_not_move_the_page_or_steal_the_focus(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    code = begin(ada, None, None, short_fuse=True)
    page.goto(f"{house}/m/{code}/")
    page.evaluate(
        """() => { window.shifts = 0; new PerformanceObserver(list => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
        }).observe({type: "layout-shift", buffered: false}); }"""
    )
    for _ in range(3):
        turn = page.locator("button.hold.lay")
        expect(turn.first).to_be_visible()
        heard = page.locator("#heard").get_attribute("value")
        push(turn.first)
        expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    expect(page.locator("button.hold.lay").first).to_be_visible()
    shifted = page.evaluate("window.shifts")
    assert shifted is not None, "the page was loaded anew"
    assert shifted < 0.1, f"the layout shifted by {shifted}"


@pytest.mark.once
def test_an_answer_given_in_the_moment_its_button_arrives_does_not_load_the_page_anew(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any
) -> None:
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, None, None, short_fuse=True)}/")
    page.evaluate(
        """() => {
            const mark = document.body.dataset;
            mark.eager = "0";
            new MutationObserver(() => {
                const turn = document.querySelector("button.hold.lay:not([disabled])");
                if (!turn || mark.eager === "3") return;
                mark.eager = String(Number(mark.eager) + 1);
                turn.click();
            }).observe(document.querySelector("main"), { childList: true, subtree: true });
        }"""
    )
    push(page.locator("button.hold.lay").first)
    expect(page.locator('body[data-eager="3"]')).to_have_count(1)
    expect(page.locator("button.hold.lay").first).to_be_visible()
    expect(page.locator('body[data-eager="3"]')).to_have_count(1)


def no_looking_by_the_clock(page: Page) -> None:
    """Turn off polling, so that everything that arrives was pushed; the page mustn't be reloaded either."""
    page.add_init_script(
        "const often = window.setInterval;"
        "window.setInterval = (look, every, ...more) => (every < 5000 ? often(look, every, ...more) : 0);"
    )


@pytest.fixture
def two(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> tuple[str, Page, Page]:
    """Return a match of Ada and Ben, open in the browser of each."""
    code = begin(ada, ben)
    pages: dict[str, Page] = {}
    for name in ("ada", "ben"):
        page = pages[name] = visitor()
        no_looking_by_the_clock(page)
        come_in(page, house, name)
        with page.expect_response(lambda answer: "/news/" in answer.url):  # The stream is open.
            page.goto(f"{house}/m/{code}/")
        page.evaluate("document.body.dataset.mark = 'the same page'")
    return f"{house}/m/{code}/", pages["ada"], pages["ben"]


def the_same(page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-mark", "the same page")


@pytest.mark.once
def test_a_proposal_reaches_the_other_browser_without_a_reload(two: tuple[str, Page, Page]) -> None:
    address, ada, ben = two
    again = ada.context.new_page()
    again.goto(f"{address}agree/")
    again.get_by_role("button", name="Propose a live pace").click()
    expect(ben.locator(".proposal")).to_contain_text("ada proposes: A live pace from now on")
    expect(ada.locator(".proposal.own")).to_contain_text("You propose: A live pace from now on")
    expect(ada.locator(".proposal.own")).to_contain_text("Waiting for ben.")
    again.get_by_role("button", name="Withdraw").click()
    expect(ben.locator(".proposal")).to_have_count(0)
    again.get_by_role("button", name="Propose a live pace").click()
    ben.get_by_role("button", name="Menu").click()
    ben.locator("details.agreed > summary").click()
    expect(ben.locator("details.agreed")).to_contain_text("1 day")
    theirs = ben.context.new_page()
    theirs.goto(f"{address}agree/")
    theirs.get_by_role("button", name="I agree").click()
    expect(ben.locator(".proposal")).to_have_count(0)
    expect(ben.locator("details.agreed")).to_be_visible()  # The menu is open, so it stays.
    ben.keyboard.press("Escape")
    expect(ben.locator("details.agreed:not([open])")).to_have_count(1)  # The menu was replaced.
    ben.get_by_role("button", name="Menu").click()
    ben.locator("details.agreed > summary").click()
    expect(ben.locator("details.agreed")).not_to_contain_text("1 day")
    for page in (ada, ben):
        the_same(page)


def test_talk_reaches_the_other_browser_without_a_reload(two: tuple[str, Page, Page]) -> None:
    _address, ada, ben = two
    for page in (ada, ben):
        page.locator("#talk").scroll_into_view_if_needed()
        expect(page.locator("#talk-box")).to_be_visible()
    ada.locator("#talk-box > summary").click()
    ada.locator("#talk-text").fill("Hello")
    ada.locator("#talk-send").click()
    expect(ben.locator("#talk-unread")).to_have_text("1 new")
    ben.locator("#talk-box > summary").click()
    expect(ben.locator("#talk-list")).to_contain_text("Hello")
    expect(ben.locator("#talk-unread")).to_have_count(0)
    ben.locator("#talk-text").fill("half a sen")
    ada.locator("#talk-text").fill("Are you there?")
    ada.locator("#talk-send").click()
    expect(ben.locator("#talk-list")).to_contain_text("Are you there?")
    expect(ben.locator("#talk-text")).to_have_value("half a sen")
    for page in (ada, ben):
        the_same(page)


def test_the_menu_is_asked_for_again_if_the_server_was_too_busy_to_send_it(two: tuple[str, Page, Page]) -> None:
    address, ada, _ = two
    ada.route(address, lambda route: route.fulfill(status=503), times=1)
    with ada.expect_response(lambda response: response.status == 503):
        organiser.end_match(code=address.rstrip("/").rpartition("/")[2], now=timezone.now())
    expect(ada.locator("details.leave")).to_have_count(0)


def test_the_end_and_a_rematch_reach_the_other_browser_without_a_reload(two: tuple[str, Page, Page]) -> None:
    address, ada, ben = two
    code = address.rstrip("/").rpartition("/")[2]
    for page in (ada, ben):
        expect(page.locator("details.leave")).to_have_count(1)
    organiser.end_match(code=code, now=timezone.now())
    for page in (ada, ben):
        expect(page.locator("#rematch")).to_be_visible()
        expect(page.locator("details.leave")).to_have_count(0)
        expect(page.get_by_text("Proposals")).to_have_count(0)
        the_same(page)
    ada.locator("#rematch").click()
    expect(ada).to_have_url(re.compile(r"/tables/\w+/$"))
    expect(ben.locator("#rematch-offer")).to_contain_text("ada would like to play again. Your seat is reserved.")
    the_same(ben)
    late = ben.context.new_page()
    late.goto(address)  # A page opened after the match shows the same, and gets updates.
    expect(late.locator("#rematch-offer")).to_contain_text("ada would like to play again.")
    ben.locator("#rematch").click()
    expect(ben).to_have_url(re.compile(r"/m/\w+/$"))
    expect(ben.locator(".hand")).to_be_visible()
    expect(late.locator("#rematch-offer")).to_contain_text("The rematch has started.")
    late.locator("#rematch").click()
    expect(late).to_have_url(ben.url)
