"""Two people at one table, each with their own browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.journeys.conftest import log_in, push


def test_a_move_reaches_the_other_browser_without_a_reload(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    pages = {}
    for name in ("ada", "ben"):
        pages[name] = visitor()
        log_in(pages[name], house, name)
        pages[name].goto(f"{house}/m/{code}/")
    first = "ada" if pages["ada"].locator("button.hold.lay").count() else "ben"
    other = pages["ben" if first == "ada" else "ada"]
    expect(other.locator("button.hold.lay")).to_have_count(0)
    push(pages[first].locator("button.hold.lay").first)
    expect(other.locator("button.hold.lay, button.hold.cut").first).to_be_visible()
    expect(other.locator("#story")).to_contain_text(f"{first} laid")


def test_two_people_meet_at_a_table_that_one_of_them_opened(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    host, guest = visitor(), visitor(width=360)
    log_in(host, house, "ada")
    log_in(guest, house, "ben")
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


def test_news_does_not_move_the_page_or_steal_the_focus(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any
) -> None:
    page = visitor(width=360, height=740)
    log_in(page, house, "ada")
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


def test_an_answer_given_in_the_moment_its_button_arrives_does_not_load_the_page_anew(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any
) -> None:
    page = visitor()
    log_in(page, house, "ada")
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
