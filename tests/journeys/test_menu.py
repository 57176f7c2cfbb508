"""Tests of the menu of a table."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import come_in
from tests.journeys.flaws import violations

pytestmark = pytest.mark.once


def test_an_open_menu_stays_while_the_match_goes_on_and_is_renewed_when_it_closes(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    table = f"{house}/m/{begin(ada, ben)}/"
    page.goto(table)
    menu = page.locator("#foot")
    now = menu.get_attribute("data-foot") or ""
    menu.evaluate("menu => menu.dataset.foot = 'before'")
    page.get_by_role("button", name="Menu").click()
    with page.expect_response(lambda came: came.url.split("?")[0] == table) as came:
        page.evaluate("htmx.trigger('#foot', 'refresh')")
    came.value.finished()
    expect(menu).to_have_attribute("data-foot", "before")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_have_attribute("data-foot", now)
    page.get_by_role("button", name="Menu").click()
    menu.get_by_role("link", name="Replay of this match").click()
    expect(page).to_have_url(re.compile("/record/"))


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800), (1720, 900)])
def test_the_menu_has_settings_and_this_match_with_one_link_per_line_and_is_within_the_page(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any, width: int, height: int
) -> None:
    page = visitor(width=width, height=height)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    page.get_by_role("button", name="Menu").click()
    menu = page.locator("#foot")
    settings, match = (menu.get_by_role("region", name=name) for name in ("Settings", "This match"))
    assert settings.locator("a, summary").all_inner_texts() == ["All preferences"]
    names = ["Rules", "Replay of this match", "My standing orders", "Proposals: pause, pace, end", "Pace and options"]
    assert match.locator("a, summary").all_inner_texts() == [*names, "What is this?", "Quit match"]
    tops = match.locator("a, summary").evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    if width > 600:
        assert all(below - above > 20 for above, below in pairwise(tops)), tops
    else:
        assert menu.evaluate("menu => menu.scrollHeight <= menu.clientHeight"), "something is below its edge"
    box, bar = menu.bounding_box(), page.locator(".live-bar").bounding_box()
    assert box
    assert bar
    assert bar["x"] <= box["x"] + 8
    assert box["x"] + box["width"] <= bar["x"] + bar["width"]
    if width > 600:
        table = page.locator(".table-top").bounding_box()
        assert table
        assert table["x"] + table["width"] <= box["x"], "the table is covered"
        assert box["y"] + box["height"] <= height
    else:
        assert box["y"] + box["height"] <= height - 100, "nothing of the table is seen"
    assert violations(page) == []


EDGES = "all => all.map(each => each.getBoundingClientRect()).map(({ top, right, bottom }) => [top, right, bottom])"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_choices_of_the_menu_end_at_its_edge_and_nothing_lies_over_them(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any, width: int
) -> None:
    page = visitor(width=width, height=800)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    page.get_by_role("button", name="Menu").click()
    settings = page.locator("#foot").get_by_role("region", name="Settings")
    rows = [".prefer-theme", ".prefer-sound", ".prefer-motion"]
    ends = [settings.locator(f"{row} .way").last.evaluate_all(EDGES)[0] for row in rows]
    assert len({round(right) for _top, right, _bottom in ends}) == 1, (
        "no hole where the volume is while there's no sound"
    )
    link = settings.get_by_role("link", name="All preferences").evaluate_all(EDGES)[0]
    assert link[2] <= ends[0][0], "the link stands above the first choice"


def test_proposals_show_how_to_end_the_match(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    page.get_by_role("button", name="Menu").click()
    page.locator("#foot").get_by_role("link", name="Proposals").click()
    page.get_by_text("End by agreement").click()
    page.get_by_role("button", name="Propose ending the match").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
