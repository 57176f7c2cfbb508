"""Being away, in real browsers: vacation, a pause all agree on, and somebody who takes a seat over."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.journeys.conftest import come_in
from tests.journeys.flaws import flaws

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visitor = Callable[..., Page]
Begin = Callable[..., str]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_table_waits_for_somebody_on_vacation_and_sees_until_when(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any, scripts: bool
) -> None:
    code = begin(ada, ben)
    page, other = visitor(width=360, dark=True, scripts=scripts), visitor()
    come_in(page, house, "ada")
    come_in(other, house, "ben")
    page.goto(f"{house}/me/vacation/")
    last = (timezone.now() + timedelta(days=5)).date()
    page.locator("input[type=date], input[name=until]").first.fill(last.isoformat())
    page.get_by_role("button", name="Begin now").click()
    expect(page.get_by_role("button", name="I am back")).to_be_visible()
    other.goto(f"{house}/m/{code}/")
    expect(other.locator(".away")).to_contain_text("ada is on vacation until")
    expect(other.locator("#story")).to_contain_text("ada went on vacation.")
    page.get_by_role("button", name="I am back").click()
    other.goto(f"{house}/m/{code}/")
    expect(other.locator(".away")).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_pause_begins_when_the_last_one_agrees(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any, scripts: bool
) -> None:
    code = begin(ada, ben)
    first, second = visitor(scripts=scripts), visitor(width=360, dark=True, scripts=scripts)
    come_in(first, house, "ada")
    come_in(second, house, "ben")
    first.goto(f"{house}/m/{code}/")
    first.get_by_role("link", name="Agree on something").click()
    first.get_by_label("A pause, in days").select_option("3")
    first.get_by_role("button", name="Propose a pause").click()
    expect(first.get_by_role("status")).to_contain_text("As soon as all agree")
    second.goto(f"{house}/m/{code}/")
    second.locator(".proposal").get_by_role("link", name="Answer").click()
    found = flaws(second) if scripts else []
    second.get_by_role("button", name="I agree").click()
    expect(second.get_by_role("status")).to_contain_text("done")
    first.goto(f"{house}/m/{code}/")
    expect(first.locator("#state")).to_contain_text("Paused")
    expect(first.locator("#story")).to_contain_text("All agreed to pause for 3 days.")
    assert not found


def test_a_stranger_takes_the_seat_of_somebody_who_left(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any, cleo: Any, dora: Any
) -> None:
    code = begin(ada, ben, cleo)
    pages = {name: visitor(width=360, dark=name != "dora") for name in ("ada", "ben", "cleo", "dora")}
    for name, page in pages.items():
        come_in(page, house, name)
    gone = pages["ben"]
    gone.goto(f"{house}/m/{code}/")
    gone.locator("details.leave summary").click()
    gone.get_by_role("button", name="Leave for good").click()
    for name in ("ada", "cleo"):
        pages[name].goto(f"{house}/m/{code}/agree/")
        pages[name].get_by_role("button", name="Look for somebody to take over").or_(
            pages[name].get_by_role("button", name="I agree")
        ).first.click()
    newcomer = pages["dora"]
    newcomer.goto(f"{house}/tables/seats/")
    found = flaws(newcomer)
    newcomer.get_by_role("button", name="Take the seat over").click()
    expect(newcomer.get_by_role("status")).to_contain_text("The seat is yours")
    expect(newcomer.locator(".people")).to_contain_text("dora")
    assert not found
