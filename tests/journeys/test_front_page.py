"""Tests of the front page: a player's live overview of the day, and a visitor's first look."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.games.fuse.state import Lay
from apps.lobby.services import rematch
from apps.tournaments.services import entries
from tests.factories.finished_matches import recorded_match
from tests.factories.lobby import lobby_table
from tests.factories.matches import MatchDriver, new_match
from tests.factories.puzzles import puzzle
from tests.factories.tournaments import SWISS, bots, tournament
from tests.journeys.conftest import come_in, push
from tests.journeys.flaws import in_both_looks

pytestmark = [pytest.mark.browser, pytest.mark.once]


def begun(*people: Any, moves: int = 0) -> MatchDriver:
    table = new_match(*people, now=timezone.now(), pace={"turn": 86400, "matchman": 86400})
    for _ in range(moves):
        lays(table)
    return table


def lays(table: MatchDriver) -> None:
    table.now = timezone.now()
    table.answer(table.first(Lay))


@pytest.fixture
def lively(ada: Any, ben: Any, cleo: Any, dora: Any) -> MatchDriver:
    """Return a match in which Ada is asked, on a page with something of everything."""
    table = begun(ada, ben)
    while table.ask.seat != 0:
        lays(table)
    begun(cleo, dora, moves=8)
    puzzle(recorded_match("fuse", [cleo, dora], short_fuse=True), on=timezone.now().astimezone(UTC).date(), skip=12)
    lobby_table(cleo, seats=3, now=timezone.now())
    tournament(SWISS, name="The Evening Cup", starts_at=timezone.now())
    return table


def test_a_player_finds_the_day_on_one_page_and_takes_their_turn(
    house: str, visitor: Callable[..., Page], lively: MatchDriver
) -> None:
    page = visitor(width=360, height=740, dark=True)
    come_in(page, house, "ada")
    page.goto(house)
    expect(page).to_have_title("(1) Slow Fuse")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
    row = page.locator(f"#own-matches li:has(#m-{lively.code})")
    expect(row).to_be_in_viewport()
    expect(row.locator("svg.ring")).to_be_visible()
    for part in ("Daily puzzles", "Open tables", "Tournaments today", "Worth watching"):
        expect(page.get_by_role("heading", name=part)).to_be_visible()
    assert not in_both_looks(page)
    page.set_viewport_size({"width": 360, "height": 740})
    row.get_by_role("link").first.click()
    push(page.locator("button.hold.lay").first)
    expect(page.locator("#yours")).to_have_count(0)
    page.get_by_role("link", name="Slow Fuse").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing is waiting for you")
    expect(page).to_have_title("Slow Fuse")


def test_todays_tournaments_stand_in_columns(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    cups = [tournament(SWISS, name=f"Cup {n}", starts_at=timezone.now()) for n in range(3)]
    entries.register_player(code=cups[1].code, player=ada, now=timezone.now() - timedelta(days=1))
    bots(cups[2], 12)
    page = visitor(width=1280, height=740)
    come_in(page, house, "ada")
    page.goto(house)
    for cell in ("first", "last"):
        found = page.locator(f".front-cups .cup-when > :{cell}-child")
        expect(found).to_have_count(3)
        starts = found.evaluate_all(
            """all => all.map((each) => {
                const range = document.createRange();
                range.selectNodeContents(each);
                return Math.round([...range.getClientRects()].find(({ width }) => width > 1).left);
            })"""
        )
        assert len(set(starts)) == 1, starts


def test_turns_results_and_a_rematch_arrive_while_the_front_page_is_open(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    table = begun(ada, ben)
    while table.ask.seat != 0:
        lays(table)
    lays(table)
    over = new_match(ada, ben, short_fuse=True, seed=2, now=timezone.now()).finish()
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(house)
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing is waiting for you")
    page.wait_for_load_state()
    lays(table)
    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
    expect(page).to_have_title("(1) Slow Fuse")
    rematch.open_or_join_rematch(match=over.code, player=ben, now=timezone.now())
    expect(page.get_by_role("heading", name="You’re invited")).to_be_visible()
    expect(page).to_have_title("(2) Slow Fuse")
    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page).to_have_url(re.compile(r"/(m|tables)/\w+/$"))


def test_a_table_that_somebody_opens_meanwhile_is_joined_from_its_row(
    house: str, visitor: Callable[..., Page], ada: Any, cleo: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(house)
    tables = page.locator("#open-tables")
    expect(tables.get_by_role("link", name="Open a table")).to_have_count(1)
    opened = lobby_table(cleo, seats=3, now=timezone.now())
    tables.dispatch_event("refresh")  # As every fifteen seconds.
    row = tables.locator(f"li:has(#t-{opened.code})")
    expect(row.get_by_role("img", name="1 of 3")).to_be_visible()
    row.get_by_role("button", name="Join cleo for Fuse").click()
    expect(page).to_have_url(house + opened.get_absolute_url())
    expect(page.locator("#seats")).to_contain_text("ada")


def test_a_visitor_sees_that_people_play_and_answers_the_puzzle_at_once(
    house: str, visitor: Callable[..., Page], lively: MatchDriver
) -> None:
    page = visitor(width=360, height=740, scripts=False)
    page.goto(house)
    expect(page.get_by_text("2 matches in progress")).to_be_visible()
    expect(page.locator(".now .glance")).to_have_count(1)
    expect(page.locator(".today .glance")).to_have_count(1)
    page.get_by_role("link", name="Solve this puzzle").click()
    page.locator("#question .hand button[name=choice]").last.click()
    expect(page.locator(".values")).to_be_visible()


def test_the_front_page_of_a_visitor_has_no_flaws(
    house: str, visitor: Callable[..., Page], lively: MatchDriver
) -> None:
    page = visitor(width=360, height=740, dark=True)
    page.goto(house)
    assert not in_both_looks(page)
