"""A journey through a league on a phone in dark mode: finding, joining, following, leaving. Then every page of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.tournaments.services import leagues, scheduler
from tests.factories.leagues import DAY, SEASON, league, members, played_out
from tests.factories.tournaments import NOON
from tests.journeys.conftest import come_in
from tests.journeys.flaws import in_both_looks


@pytest.mark.slow
@pytest.mark.once
def test_no_page_of_a_league_has_flaws_and_one_joins_and_leaves_without_scripts(
    live_site: str, visitor: Callable[..., Page], player: Callable[[str], Any], ada: Any
) -> None:
    thursday = league(name="League of the " + "W" * 30, about="For *all*.")
    members(thursday, player, 11)
    leagues.join_league(pk=thursday.pk, player=player("W" * 24), now=NOON - DAY)
    page = visitor(width=360, height=740, dark=True)
    come_in(page, live_site, "ada")
    found: list[str] = []
    for step in ("before", "running", "later"):
        if step == "running":
            scheduler.advance_tournaments(now=NOON)
        elif step == "later":
            played_out(thursday, now=NOON, silent=["p003"])
            scheduler.advance_tournaments(now=NOON + SEASON)
        paths = [thursday.get_absolute_url(), *([f"{thursday.get_absolute_url()}?season=1"] if step == "later" else [])]
        for path in ("/tournaments/leagues/", *paths):
            page.goto(live_site + path)
            found += [f"{step}: {each}" for each in in_both_looks(page)]
    assert not found, "\n".join(found)
    plain = visitor(width=360, scripts=False)
    come_in(plain, live_site, "ada")
    plain.goto(f"{live_site}/tournaments/")
    plain.get_by_role("link", name="Leagues").click()
    plain.get_by_role("link", name="League of the").click()
    plain.get_by_role("button", name="Join the league").click()
    joined = gettext("You’re in. You’ll play from season %(season)s.") % {"season": 3}
    expect(plain.get_by_role("region", name="You")).to_contain_text(joined)
    plain.get_by_text("Leave", exact=True).click()
    plain.get_by_role("button", name="Leave the league").click()
    expect(plain.get_by_role("status")).to_contain_text("You’ve left the league.")
