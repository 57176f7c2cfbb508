"""Journeys of absence: vacation, a pause agreed by all, and someone who takes over a seat."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from playwright.sync_api import Page, expect

from apps.matches.models import Match, Question
from tests import luck
from tests.journeys.conftest import awaited, come_in, push
from tests.journeys.flaws import flaws

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visitor = Callable[..., Page]
Begin = Callable[..., str]
SAID = gettext("You’ve agreed. It takes effect once everyone agrees.")
AGREED = gettext("Everyone has agreed, so it’s done.")


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.once)])
def test_a_table_waits_for_somebody_on_vacation_and_sees_until_when(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any, scripts: bool
) -> None:
    code = begin(ada, ben)
    page, other = visitor(width=360, dark=True, scripts=scripts), visitor()
    come_in(page, house, "ada")
    come_in(other, house, "ben")
    page.goto(f"{house}/me/vacation/")
    days = [(timezone.now() + timedelta(days=number)).date().isoformat() for number in (5, 10, 12)]
    page.get_by_label("Last day").fill(days[0])
    page.get_by_role("button", name="Go on vacation").click()
    expect(page.get_by_role("button", name="I’m back")).to_be_visible()
    other.goto(f"{house}/m/{code}/")
    expect(other.locator(".away")).to_contain_text("ada is on vacation until")
    expect(other.locator("#story")).to_contain_text(gettext("%(name)s went on vacation.") % {"name": "ada"})
    page.get_by_role("button", name="I’m back").click()
    other.goto(f"{house}/m/{code}/")
    expect(other.locator(".away")).to_have_count(0)

    page.get_by_label("First day").fill(days[1])
    page.get_by_label("Last day").fill(days[2])
    page.get_by_role("button", name="Go on vacation").click()
    expect(page.get_by_role("heading", name="Planned")).to_be_visible()
    found = flaws(page) if scripts else []
    other.goto(f"{house}/m/{code}/")
    expect(other.locator(".away")).to_contain_text("ada will be on vacation from")
    page.get_by_role("button", name="Cancel vacation").click()
    expect(page.get_by_role("status")).to_contain_text(gettext("Your vacation has been cancelled."))
    other.goto(f"{house}/m/{code}/")
    expect(other.locator(".away")).to_have_count(0)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.once)])
def test_a_pause_begins_when_the_last_one_agrees(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any, scripts: bool
) -> None:
    code = begin(ada, ben)
    first, second = visitor(scripts=scripts), visitor(width=360, dark=True, scripts=scripts)
    come_in(first, house, "ada")
    come_in(second, house, "ben")
    first.goto(f"{house}/m/{code}/")
    first.get_by_role("button", name="Menu").click()
    first.get_by_role("link", name="Proposals").click()
    first.get_by_label("Pause (days)").select_option("3")
    first.get_by_role("button", name="Propose a pause").click()
    expect(first.get_by_role("status")).to_contain_text(SAID)
    second.goto(f"{house}/m/{code}/")
    found = flaws(second) if scripts else []
    second.get_by_role("button", name="I agree").click()
    expect(second.get_by_role("status")).to_contain_text(AGREED)
    first.goto(f"{house}/m/{code}/")
    expect(first.locator("#state")).to_contain_text("Paused")
    paused = ngettext("Everyone agreed to pause for 1 day.", "Everyone agreed to pause for %(counter)s days.", 3)
    expect(first.locator("#story")).to_contain_text(paused % {"counter": 3})
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
    gone.get_by_role("button", name="Menu").click()
    gone.locator("details.leave summary").click()
    gone.get_by_role("button", name="Quit match").click()
    for name in ("ada", "cleo"):
        pages[name].goto(f"{house}/m/{code}/agree/")
        pages[name].locator("button[value=substitute]").or_(
            pages[name].get_by_role("button", name="I agree")
        ).first.click()
    newcomer = pages["dora"]
    newcomer.goto(f"{house}/tables/seats/")
    found = flaws(newcomer)
    newcomer.get_by_role("button", name="Take over seat").click()
    expect(newcomer.get_by_role("status")).to_contain_text("The seat is yours")
    expect(newcomer.locator(".people")).to_contain_text("You")
    assert not found


def test_a_bot_plays_for_somebody_who_misses_their_turns_until_one_click_brings_them_back(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    with luck.dealt(1):
        code = begin(ada, ben)
    page, phone = visitor(), visitor(width=360, dark=True)
    come_in(page, house, "ada")
    come_in(phone, house, "ben")
    page.goto(f"{house}/m/{code}/")
    missed = 0
    for seat in awaited(code, 0, 1):
        if missed == 3:
            break
        heard = page.locator("#heard").get_attribute("value")
        if seat == 0:
            lay(page)
        else:
            expire(code, seat)
            missed += 1
            expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    away = gettext("%(who)s is away, so a bot is playing for them.") % {"who": "ben"}
    expect(page.locator("#story")).to_contain_text(away)
    expect(page.locator(".plate", has_text="ben")).to_contain_text("bot")
    lay(page)
    expect(page.locator("button.hold.lay").first).to_be_visible()  # The bot has answered at once.

    phone.goto(f"{house}/m/{code}/")
    expect(phone.locator(".autopilot")).to_contain_text("You were away, so a bot is playing for you.")
    found = flaws(phone)
    phone.get_by_role("button", name="I’m back").click()
    expect(phone.get_by_role("status").first).to_contain_text("You’re back at the table.")
    expect(phone.locator(".autopilot")).to_have_count(0)
    expect(page.locator("#story")).to_contain_text(gettext("%(who)s is back at the table.") % {"who": "ben"})
    lay(page)
    heard = page.locator("#heard").get_attribute("value")
    lay(phone)
    expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    expect(page.locator("#story li").first).to_contain_text("ben played")
    assert not found, "\n".join(found)


def lay(page: Page) -> None:
    """Play the first possible card as soon as it's the player's turn."""
    turn = page.locator("button.hold.lay")
    expect(turn.first).to_be_visible()
    heard = page.locator("#heard").get_attribute("value")
    push(turn.first)
    expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)


def expire(code: str, seat: int) -> None:
    """Let the seat's time and its time bank run out."""
    now = timezone.now()
    Question.objects.filter(match__code=code, seat=seat, answered=False).update(due_at=now, lapses_at=now)
    Match.objects.filter(code=code).update(wake_at=now)


@pytest.mark.once
def test_a_table_agrees_to_play_live_and_then_day_by_day_again(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    first, second = visitor(), visitor(width=360, dark=True, scripts=False)
    come_in(first, house, "ada")
    come_in(second, house, "ben")
    first.goto(f"{house}/m/{code}/")
    assert left(first) > timedelta(hours=1)
    first.get_by_role("button", name="Menu").click()
    first.get_by_role("link", name="Proposals").click()
    first.get_by_role("button", name="Propose a live pace").click()
    expect(first.get_by_role("status")).to_contain_text(SAID)
    first.get_by_role("link", name="Back to the table").click()
    assert left(first) > timedelta(hours=1), "one alone agrees on nothing"
    second.goto(f"{house}/m/{code}/")
    expect(second.locator(".proposal")).to_contain_text("A live pace from now on")
    second.get_by_role("button", name="I agree").click()
    expect(second.get_by_role("status")).to_contain_text(AGREED)
    expect(first.locator("#story")).to_contain_text("Everyone agreed to play at a live pace from now on.")
    assert left(first) < timedelta(minutes=5)

    second.get_by_role("button", name="Menu").click()
    second.get_by_role("link", name="Proposals").click()
    second.get_by_role("button", name="Propose a daily pace").click()
    expect(second.get_by_role("status")).to_contain_text(SAID)
    first.goto(f"{house}/m/{code}/")
    expect(first.locator(".proposal")).to_contain_text("A daily pace from now on")
    first.get_by_role("button", name="I agree").click()
    expect(first.get_by_role("status")).to_contain_text(AGREED)
    second.goto(f"{house}/m/{code}/")
    expect(second.locator("#story")).to_contain_text("Everyone agreed to play at a daily pace from now on.")
    assert left(second) > timedelta(hours=1)


def left(page: Page) -> timedelta:
    """Return how much time the page shows for the awaited player."""
    until = page.locator(".until time, .clock.running time").get_attribute("datetime")
    assert until is not None
    return datetime.fromisoformat(until) - timezone.now()
