"""A journey through a ladder on a phone in dark mode: finding, climbing, leaving. Then every page of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.tournaments.models import Ladder, LadderTable
from apps.tournaments.services import ladders
from tests.factories.ladders import challenge, ends, ladder, on, standing
from tests.journeys.conftest import come_in
from tests.journeys.flaws import in_both_looks


@pytest.mark.once
def test_one_joins_challenges_and_takes_a_place_without_scripts(
    live_site: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    it = ladder(name="Ladder of the " + "W" * 30, about="For *all*.")
    on(it, ben, cleo)
    page = visitor(width=360, height=740, dark=True, scripts=False)
    come_in(page, live_site, "ada")
    page.goto(f"{live_site}/tournaments/")
    page.get_by_role("link", name="Ladders").click()
    page.get_by_role("link", name="Ladder of the").click()
    page.get_by_role("button", name="Join the ladder").click()
    mine = page.get_by_role("region", name="You")
    expect(mine).to_contain_text(gettext("You’re %(place)s on the ladder.") % {"place": "3rd"})
    mine.get_by_role("checkbox", name="cleo").uncheck()
    mine.get_by_role("button", name="Challenge").click()
    wrong = gettext("Challenge %(least)d to %(most)d players.") % {"least": 1, "most": 3}
    expect(page.get_by_role("alert")).to_contain_text(wrong)
    mine.get_by_role("checkbox", name="cleo").uncheck()
    mine.get_by_role("checkbox", name="ben").check()
    page.get_by_role("button", name="Challenge").click()
    code = LadderTable.objects.get().match.code
    expect(page).to_have_url(f"{live_site}/m/{code}/")
    ends(code, ada, ben, now=timezone.now())
    ladders.count_finished_tables(now=timezone.now())
    page.get_by_role("link", name="Ladder of the").click()
    expect(mine).to_contain_text(gettext("You’re %(place)s on the ladder.") % {"place": "1st"})
    assert standing(it) == ["ada", "cleo", "ben"]
    page.get_by_text("Leave", exact=True).click()
    page.get_by_role("button", name="Leave the ladder").click()
    assert standing(it) == ["cleo", "ben"]


@pytest.mark.slow
@pytest.mark.once
def test_no_page_of_a_ladder_has_flaws(
    live_site: str, visitor: Callable[..., Page], player: Callable[[str], Any], ada: Any
) -> None:
    it = ladder(name="Ladder of the " + "W" * 30, about="For *all*.")
    page = visitor(width=360, height=740, dark=True)
    come_in(page, live_site, "ada")
    found: list[str] = []

    def look(step: str) -> None:
        for path in ("/tournaments/ladders/", it.get_absolute_url()):
            page.goto(live_site + path)
            found.extend(f"{step}: {each}" for each in in_both_looks(page))

    look("empty")
    people = [player(name) for name in ("W" * 24, "M" * 24, "p2", "p3")]
    on(it, *people, ada)
    first, second = challenge(it, ada, people[3], people[2]), challenge(it, people[1], people[0])
    look("in progress")
    ends(first, ada, people[2], people[3], now=timezone.now())
    ends(second, people[1], people[0], now=timezone.now())
    ladders.count_finished_tables(now=timezone.now())
    look("places changed")
    for each in page.get_by_role("checkbox").all():
        each.uncheck()
    page.get_by_role("button", name="Challenge").click()
    expect(page.get_by_role("alert")).to_be_visible()
    found.extend(f"refused: {each}" for each in in_both_looks(page))
    Ladder.objects.update(active=False)
    look("ended")
    assert not found, "\n".join(found)
