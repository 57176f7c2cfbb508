"""Tests that everything works without JavaScript: real forms, redirects, full pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.games import load_games
from apps.matches.services import hints
from tests.journeys.conftest import come_in, send

pytestmark = pytest.mark.once


def test_a_whole_match_is_played_with_plain_forms(house: str, visitor: Callable[..., Page]) -> None:
    page = visitor(scripts=False)
    page.goto(house)
    send(page.get_by_role("link", name="Play now"))
    send(page.get_by_role("button", name="Fuse: Spark"))
    for _ in range(400):
        if page.locator(".result").count():
            break
        turn = page.locator("button.hold.lay, button.hold.shed")
        if turn.count():
            send(turn.first)
        else:
            page.wait_for_timeout(150)
            page.reload()
    expect(page.locator(".result")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Replay of this match").click()
    page.get_by_role("link", name="last move").click()
    page.get_by_role("link", name="first move").click()
    expect(page).to_have_url(re.compile("at=0"))


def test_an_answer_that_came_too_late_is_explained_on_a_whole_page(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any
) -> None:
    page = visitor(scripts=False)
    come_in(page, house, "ada")
    code = begin(ada, None, short_fuse=True)
    page.goto(f"{house}/m/{code}/")
    while not page.locator("button.hold.lay").count():
        page.wait_for_timeout(150)
        page.reload()
    second = page.context.new_page()
    second.goto(f"{house}/m/{code}/")
    send(second.locator("button.hold.lay").first)
    page.locator("button.hold.lay").nth(1).click()  # This is another card, as the same one would count as a repeat.
    expect(page.get_by_role("alert")).to_contain_text("Too late")
    expect(page.locator(".hand")).to_be_visible()


def test_a_standing_order_is_left_and_withdrawn_with_plain_forms(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor(scripts=False)
    come_in(page, house, "ada")
    code = begin(ada, ben)
    page.goto(f"{house}/m/{code}/orders/")
    page.locator("form:has([value=blast]), form:has(option[value=blast])").first.get_by_role("button").first.click()
    expect(page.get_by_role("button", name=re.compile("withdraw|remove|delete", re.IGNORECASE))).to_have_count(1)
    page.get_by_role("button", name=re.compile("withdraw|remove|delete", re.IGNORECASE)).click()
    expect(page.get_by_role("button", name=re.compile("withdraw|remove|delete", re.IGNORECASE))).to_have_count(0)


def test_flint_is_asked_on_a_page_of_its_own_with_the_way_back_to_the_table(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=8))
    page = visitor(scripts=False, width=360, height=740)
    come_in(page, house, "ada")
    code = begin(ada, None)
    page.goto(f"{house}/m/{code}/")
    while not page.locator("button.hold.lay").count():
        page.wait_for_timeout(150)
        page.reload()
    page.get_by_role("link", name="Hint", exact=True).click()
    page.get_by_role("button", name="What would Flint do?").click()
    expect(page.get_by_role("status")).to_contain_text(gettext("Flint is thinking…"))
    assert hints.think_about_one()
    expect(page.get_by_role("status")).to_contain_text("Flint suggests:")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".hand")).to_be_visible()
