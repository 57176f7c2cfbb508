"""Journeys of the last move, for the player who made it and for one who saw it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.games.fuse.cards import TIMEBOMB
from apps.games.fuse.state import Lay
from apps.matches.models import Match
from apps.ratings.services import ledger
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import MatchDriver, by_turns
from tests.journeys.conftest import come_in, hidden_on_return, push

pytestmark = pytest.mark.once


def before_the_time_bomb(code: str) -> int:
    """Let everyone play until the next card is the time bomb, and return the seat to move."""
    table = MatchDriver(code, timezone.now())
    while table.know().pile[0] != TIMEBOMB:
        table.step(by_turns([Lay]))
    seat: int = table.ask.seat
    return seat


def test_the_page_of_the_end_says_how_the_result_came_about_and_offers_nothing_that_is_over(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben, short_fuse=True)
    last = before_the_time_bomb(code)
    pages = [visitor(width=360, height=740), visitor()]
    for page, name in zip(pages, ("ada", "ben"), strict=True):
        come_in(page, house, name)
        page.goto(f"{house}/m/{code}/")
        expect(page.locator("details.leave")).to_have_count(1)
    push(pages[last].locator("button.hold.lay, button.hold.shed").first)
    for page in pages:
        expect(page.locator(".result")).to_be_visible()
        expect(page.locator("details.leave")).to_have_count(0)
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("link", name="Replay of this match")).to_be_visible()
        page.keyboard.press("Escape")
        rows = page.locator("table.count tbody tr")
        expect(rows).to_have_count(2)
        for row in rows.all():
            points = [number.replace("−", "-") for number in row.locator("td.number").all_inner_texts()]
            taken, cost, total = (0 if number == "·" else int(number) for number in points)
            assert taken + cost == total
        summary = page.locator(".summary")
        expect(summary.get_by_role("heading", name="Match summary")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        page.evaluate("() => { navigator.share = async (what) => { window.shared = what.url } }")
        page.get_by_role("link", name="Share").click()
        assert page.evaluate("window.shared") == f"{house}/m/{code}/"
    page = pages[0]
    page.locator(".gist a").first.click()
    expect(page.locator("#at-said")).not_to_have_text("0")
    expect(page.locator(".summary .band rect").first).to_be_attached()


@pytest.mark.parametrize("game", ["fuse", "bombe", "frogs", "kobolds"])
def test_on_a_phone_the_result_comes_before_what_was_missed(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, game: str
) -> None:
    """Check the order, because the recap names the winner."""
    match = recorded_match(game, [ada, ben, cleo], seed=3)
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    assert hidden_on_return(page, house, match.code, ada.pk) == []
    tops = [page.locator(part).bounding_box() for part in (".result", "section.since", ".summary", ".people", ".far")]
    heights = [box["y"] for box in tops if box]
    assert len(heights) == len(tops)
    assert heights == sorted(heights)


@pytest.mark.parametrize("width", [1280, 1600])
def test_nothing_lies_over_the_story_and_what_is_beside_it_at_the_end(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, dora: Any, width: int
) -> None:
    match = recorded_match("kobolds", [ada, ben, cleo, dora], seed=3)
    page = visitor(width=width, height=800)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(".match .talk-parts").wait_for(state="attached")
    page.evaluate("scrollTo(0, 0)")
    story, chat = page.locator(".far").bounding_box(), page.locator(".match > .talk").bounding_box()
    assert story
    assert chat
    apart = chat["x"] >= story["x"] + story["width"] or chat["y"] >= story["y"] + story["height"]
    assert apart, "at the top of the page, too"
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("game", ["fuse", "bombe", "frogs", "kobolds"])
def test_on_a_phone_all_points_of_the_result_are_in_sight(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, game: str
) -> None:
    match = recorded_match(game, [ada, ben, cleo], seed=3)
    Match.objects.filter(pk=match.pk).update(rated=True, over_at=timezone.now() - timedelta(minutes=1))
    ledger.record_results(now=timezone.now())
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/")
    cells = page.locator(".places tbody :is(td, th)")
    assert cells.count() >= 3 * 5
    for box in filter(None, (cell.bounding_box() for cell in cells.all())):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_rating_arrives_on_a_page_that_was_open_before_it_was_known(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    Match.objects.filter(pk=match.pk).update(rated=True, over_at=timezone.now() - timedelta(minutes=1))
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/")
    expect(page.locator("#rating")).to_have_count(1)
    expect(page.locator("#places .change")).to_have_count(0)
    ledger.record_results(now=timezone.now())
    expect(page.locator("#rated")).to_be_visible()
    expect(page.locator("#places .change")).to_have_count(2)
    expect(page.locator("#rating")).to_have_count(0)
