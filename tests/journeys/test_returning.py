"""A journey of returning after a while: the recap, the matches that are waiting, and from one to the next."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from apps.games.fuse.state import Bomb, Lay
from tests.factories.matches import MatchDriver, new_match
from tests.journeys.conftest import come_in, push
from tests.journeys.flaws import flaws

pytestmark = [pytest.mark.browser, pytest.mark.once]


def answers(table: MatchDriver, kind: type[Any]) -> None:
    table.now = timezone.now()
    table.answer(table.first(kind))


@pytest.fixture
def bombed(ada: Any, ben: Any) -> MatchDriver:
    """Return a match in which Ada is asked, and Ben has bombed since she looked."""
    table = new_match(ada, ben, now=timezone.now(), pace={"turn": 86400, "matchman": 86400})
    while table.ask.seat != 0:
        answers(table, Lay)
    answers(table, Lay)
    answers(table, Bomb)
    return table


def test_who_comes_back_reads_what_happened_and_goes_from_match_to_match(
    house: str, visitor: Callable[..., Page], bombed: MatchDriver, ada: Any, ben: Any
) -> None:
    other = new_match(ada, ben, seed=3, now=timezone.now(), pace={"turn": 86400, "matchman": 86400})
    while other.ask.seat != 0:
        answers(other, Lay)
    page = visitor(width=360, height=740, dark=True)
    come_in(page, house, "ada")

    # The list shows the state of both tables, and the tab how many are waiting.
    page.goto(f"{house}/mine/")
    expect(page).to_have_title(re.compile(r"^\(2\) My matches"))
    expect(page.locator("#waiting .waits")).to_have_text("2")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon-waiting"))
    row = page.locator(f".own-matches li:has(#m-{bombed.code})")
    expect(row.locator(".happened.news")).to_contain_text("Boom! ben took")
    expect(row.locator(".ring .left")).to_have_attribute("stroke-dasharray", re.compile(r"^(100(\.0)?|99\.\d) "))
    assert not flaws(page)

    # The recap is above the hand; news at the table leaves it there.
    row.get_by_role("link").first.click()
    since = page.locator("section.since")
    expect(since).to_contain_text("Boom! ben took")
    expect(since.locator("#since-play")).to_have_attribute(
        "href", re.compile(rf"/m/{bombed.code}/record/\?at=\d+&as=0")
    )
    page.wait_for_load_state()  # Without its style sheets, a drawing has any size.
    above, hand = since.bounding_box(), page.locator("#question").bounding_box()
    assert above is not None
    assert hand is not None
    assert above["y"] + above["height"] <= hand["y"]
    assert not flaws(page)
    page.evaluate("document.querySelector('#heard').value = '1'; htmx.trigger('#news', 'refresh')")
    expect(page.locator("#heard")).not_to_have_value("1")
    expect(since).to_contain_text("Boom! ben took")

    # If moments can be played, she sees all that she missed, in order.
    page.evaluate(
        "window.slowfuse = {moments: {play: lines => { window.played = lines.map(each => each.dataset.fact); }}}"
    )
    since.locator("#since-play").click()
    played = [int(each.split()[0]) for each in page.evaluate("window.played")]
    assert played
    assert played == sorted(set(played))

    # Her answer removes it and shows the way to the other match.
    push(page.locator("button.hold.lay").first)
    following = page.get_by_role("link", name=re.compile("Next match waiting"))
    expect(following).to_have_attribute("href", f"/m/{other.code}/")
    expect(since).to_have_count(0)
    expect(page.locator("#waiting .waits")).to_have_text("1")
    following.click()
    expect(page).to_have_url(f"{house}/m/{other.code}/")

    # The list updates itself with news.
    page.goto(f"{house}/mine/")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    answers(bombed, Lay)
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    expect(row).to_contain_text("Your turn")


def test_what_happened_is_put_away_with_one_tap(
    house: str, visitor: Callable[..., Page], bombed: MatchDriver, ada: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{bombed.code}/")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("section.since")).to_have_count(0)
    expect(page.locator("#question")).to_be_focused()
    page.reload()
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator("section.since")).to_have_count(0)


@pytest.mark.only_browser("chromium")  # In Firefox, Playwright can't delay an answer.
def test_news_that_overtakes_an_answer_leaves_the_way_to_the_next_match(
    house: str, visitor: Callable[..., Page], bombed: MatchDriver, ada: Any, ben: Any
) -> None:
    other = new_match(ada, ben, seed=3, now=timezone.now(), pace={"turn": 86400, "matchman": 86400})
    while other.ask.seat != 0:
        answers(other, Lay)
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{bombed.code}/")

    def slowly(route: Route) -> None:
        answer = route.fetch()
        with page.expect_response("**/news/*"):
            page.evaluate("void htmx.trigger('#news', 'refresh')")
        route.fulfill(response=answer)

    page.route("**/answer/", slowly)
    push(page.locator("button.hold.lay").first)
    expect(page.get_by_role("link", name=re.compile("Next match waiting"))).to_be_visible()
