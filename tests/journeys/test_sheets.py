"""Tests of a card's sheet on a phone, which shows the table again after anything is sent from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.factories.matches import sealed_match
from tests.journeys.conftest import come_in


@pytest.mark.once
def test_an_order_left_from_a_card_closes_its_sheet_and_marks_the_card(
    live_site: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    table = sealed_match("kobolds", ada, ben, cleo)
    page = visitor(width=360, height=740, dark=True)
    come_in(page, live_site, "ada")
    page.goto(f"{live_site}/m/{table.code}/")
    card = page.locator(".held:has(form.as-soon)").first
    card.locator(".card").click()
    card.get_by_role("button", name="Play it as soon as it’s useful").click()
    expect(page.locator(".order-mark").first).to_be_visible()
    expect(page.locator(".sheet:popover-open")).to_have_count(0)
