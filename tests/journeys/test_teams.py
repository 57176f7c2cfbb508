"""A team's journey on phones: registered, filled by its link, arranged, playing; then axe on its pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.matches.engine import deadlines
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Tournament
from apps.tournaments.services import entries, scheduler, teams
from tests.factories.teams import team_cup
from tests.factories.tournaments import bots
from tests.journeys.conftest import come_in, play_on
from tests.journeys.flaws import in_both_looks

ROUND = Swiss(rounds=1, most=4, least=3, matches=3)


@pytest.mark.slow
@pytest.mark.once
def test_a_team_comes_together_by_a_link_and_each_plays_their_board(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any], ada: Any, ben: Any
) -> None:
    cup = team_cup(ROUND, name="Cup of Three", starts_at=timezone.now() + timedelta(hours=1))
    bots(cup, 3)
    captain, other = visitor(width=360, height=780, dark=True), visitor(width=360, height=780)
    come_in(captain, house, "ada")
    captain.goto(f"{house}/tournaments/{cup.code}/")
    captain.get_by_label("Team name (3 players)").fill("Slow Burners")
    captain.get_by_role("button", name="Register a team").click()
    expect(captain.get_by_role("region", name="You")).to_contain_text("You need 2 more players.")
    captain.get_by_role("link", name="Go to your team").click()

    come_in(other, house, "ben")
    other.goto(captain.get_by_label("Team link").input_value())
    other.get_by_role("button", name="Join the team").click()
    joined = gettext("You’re in the team. We’ll let you know when the tournament starts.")
    expect(other.get_by_role("status")).to_contain_text(joined)
    entry = cup.entries.get(number=4)
    for name in ("cem", "W" * 24):
        teams.join_team(code=cup.code, number=4, key=entry.key, player=player(name), now=timezone.now())
    captain.reload()
    expect(captain.get_by_text("reserve", exact=True)).to_be_visible()
    captain.get_by_role("button", name="Move ben up one board").click()
    expect(captain.locator(".team li").first).to_contain_text("ben")
    assert captain.evaluate("document.documentElement.scrollWidth") <= 360

    Tournament.objects.update(starts_at=timezone.now())
    scheduler.advance_tournaments(now=timezone.now())
    other.goto(f"{house}/tournaments/{cup.code}/rounds/1/")
    expect(other.locator(".boards li").first).to_contain_text("your board")
    for page in (captain, other):
        page.goto(f"{house}/tournaments/{cup.code}/")
        page.get_by_role("link", name="Go to your board").click()
        play_on(page)
        page.get_by_role("link", name="Cup of Three").first.click()
        expect(page.get_by_role("heading", name="Cup of Three")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.slow
@pytest.mark.once
def test_no_page_of_a_team_violates_what_axe_checks(
    live_site: str,
    visitor: Callable[..., Page],
    monkeypatch: pytest.MonkeyPatch,
    player: Callable[[str], Any],
    ada: Any,
) -> None:
    monkeypatch.setattr(deadlines, "BOT_PAUSE", timedelta())
    page = visitor(width=360, height=740, dark=True)
    come_in(page, live_site, "ada")
    now = timezone.now()
    cup = team_cup(ROUND, starts_at=now + timedelta(hours=1))
    bots(cup, 2)
    found: list[str] = []

    def look(step: str, *paths: str) -> None:
        for path in paths:
            page.goto(f"{live_site}/tournaments/{cup.code}/{path}")
            found.extend(f"{step}: {each}" for each in in_both_looks(page))

    look("open", "")
    entry = entries.register_player(code=cup.code, player=ada, team="W" * 40, now=now)
    look("alone", "", "teams/3/")
    for name in ("W" * 24, "ben", "cem"):
        teams.join_team(code=cup.code, number=3, key=entry.key, player=player(name), now=now)
    look("complete", "teams/3/")
    Tournament.objects.update(starts_at=now)
    scheduler.advance_tournaments(now=timezone.now())
    look("running", "", "rounds/1/", "of/3/", "rules/")
    assert not found, "\n".join(found)
