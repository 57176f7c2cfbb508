"""Journeys of people who find each other, view profiles, and never meet again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.accounts.models import Player
from apps.accounts.services import online, relations
from apps.matches.models import Match, Reliability, Vacation
from apps.matches.services.digests import digest_match
from apps.ratings.services import ledger, statistics
from tests.factories.finished_matches import NOW, finished_match, recorded_match
from tests.journeys.conftest import come_in, send
from tests.journeys.flaws import in_both_looks, unfold

pytestmark = pytest.mark.once


@pytest.fixture
def played(live_site: str, ada: Any, ben: Any, player: Callable[[str], Any]) -> None:
    """Make Ada and Ben know each other well, and give another player the widest possible name."""
    wide = player("W" * 24)
    for n in range(24):
        finished_match([ada, ben, wide], [(1, 2, 3), (2, 1, 3), (1, 1, 3)][n % 3], moves=20 + 5 * n, days=n)
    finished_match([ada, None], [2, 1], rated=False)
    ledger.record_results(now=NOW)
    statistics.count_all(now=NOW)
    now = timezone.now()
    for one in (ada, wide):
        Reliability.objects.create(player=one, answered=950, missed=50, median=90_000, share=0.95, counted_at=now)
    Vacation.objects.create(player=wide, begins_at=now, ends_at=now + timedelta(days=3))


def test_from_the_leaders_to_a_profile_to_a_block_to_nothing(
    live_site: str, visitor: Callable[..., Page], played: None, ada: Any, ben: Any
) -> None:
    page = visitor(scripts=False)
    come_in(page, live_site, "ada")
    page.goto(f"{live_site}/leaders/fuse/")
    expect(page.get_by_role("main")).to_contain_text("You’re 2nd")
    page.get_by_role("main").get_by_role("link", name="ben").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("ben")
    page.get_by_role("button", name="Add friend").click()
    expect(page.get_by_text("friend", exact=True)).to_be_visible()
    page.goto(f"{live_site}/leaders/fuse/")
    page.get_by_role("link", name="My friends").click()
    expect(page.locator(".leaders > li")).to_have_count(2)
    page.get_by_role("main").get_by_role("link", name="ben").click()
    page.get_by_role("link", name="Rating").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("ben’s Fuse rating")
    expect(page.locator(".course polyline")).to_be_attached()
    page.goto(f"{live_site}/p/ben/")
    page.get_by_role("link", name="Block…").click()
    expect(page.get_by_role("heading", name="Block ben?")).to_be_visible()
    page.get_by_role("button", name="Block ben").click()
    expect(page.get_by_role("button", name="Unblock ben")).to_be_visible()
    assert page.goto(f"{live_site}/p/ben/").status == 404  # type: ignore[union-attr]
    other = visitor(scripts=False)
    come_in(other, live_site, "ben")
    assert other.goto(f"{live_site}/p/ada/").status == 404  # type: ignore[union-attr]
    expect(other.get_by_role("heading", name="Nothing’s burning here")).to_be_visible()
    page.goto(f"{live_site}/me/people/")
    send(page.get_by_role("button", name="Unblock ben"))
    assert other.goto(f"{live_site}/p/ada/").status == 200  # type: ignore[union-attr]


@pytest.mark.parametrize("scripts", [True, False])
def test_the_rating_chart_of_a_profile_is_switched_by_emblems(
    live_site: str, visitor: Callable[..., Page], ada: Any, ben: Any, scripts: bool
) -> None:
    for game in ("fuse", "fuse", "fuse", "frogs", "frogs"):
        finished_match([ada, ben], [1, 2], game=game)
    ledger.record_results(now=NOW)
    page, whole = visitor(width=360, height=740, scripts=scripts), []
    page.goto(f"{live_site}/p/ada/")
    page.on("request", lambda request: whole.append(request.url) if request.is_navigation_request() else None)
    chart = page.get_by_role("heading", name="rating")
    expect(chart).to_have_text("ada’s Fuse rating")
    page.locator(".chart-games").get_by_role("link", name="Lunar Laser Frogs").press("Enter")
    expect(chart).to_have_text("ada’s Lunar Laser Frogs rating")
    expect(page).to_have_url(f"{live_site}/p/ada/?chart=frogs")
    assert len(whole) == (0 if scripts else 1), "scripts exchange the chart alone"
    if scripts:
        expect(page.locator("#chart-frogs")).to_be_focused()
        page.go_back()
        expect(chart).to_have_text("ada’s Fuse rating")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("width", [1280, 360])
def test_the_small_charts_of_a_profile_stand_below_each_other(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, width: int
) -> None:
    for rated, seed in ((True, 1), (False, 2), (True, 3)):
        match = recorded_match("fuse", [ada, ben], seed=seed)
        Match.objects.filter(pk=match.pk).update(rated=rated)
        digest_match(match.code)
    ledger.record_results(now=timezone.now() + timedelta(days=1))
    page = visitor(width=width)
    page.goto(f"{house}/p/ada/")
    for part in (".spark", ".row-place"):
        found = page.locator(f".latest {part}").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().right)"
        )
        assert len({round(edge) for edge in found}) == 1, part


def test_a_name_in_the_record_is_clicked_rather_than_the_row_it_stands_in(
    live_site: str, visitor: Callable[..., Page], played: None
) -> None:
    page = visitor()
    page.goto(f"{live_site}/matches/")
    page.locator(".rows li").first.get_by_role("link", name="ada", exact=True).click()
    expect(page).to_have_url(f"{live_site}/p/ada/")
    page.goto(f"{live_site}/matches/")
    page.locator(".rows li").first.click(position={"x": 5, "y": 5})
    expect(page).not_to_have_url(f"{live_site}/matches/")


def test_a_name_is_completed_while_it_is_typed(
    live_site: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    page = visitor()
    come_in(page, live_site, "ada")
    found = page.locator("#player-names option")
    for path, field in (("/me/people/", "#name"), ("/matches/", "#id_player"), ("/matches/", "#id_against")):
        page.goto(live_site + path)
        page.locator(field).press_sequentially("be")
        expect(found).to_have_attribute("value", "ben")
        page.locator(field).press_sequentially("st")
        expect(found).to_have_count(0)
        page.locator(field).fill("cl")
        expect(found).to_have_attribute("value", "cleo")


@pytest.mark.slow
def test_pages_about_people_fit_and_axe_finds_nothing(
    live_site: str, visitor: Callable[..., Page], played: None, ada: Any, ben: Any, cleo: Any
) -> None:
    page = visitor(width=360, height=740, dark=True)
    wide, found = "W" * 24, []
    come_in(page, live_site, "ada")
    now = timezone.now()
    long = Player.objects.get(username=wide)
    for friend in (ben, long):
        relations.add_friend(owner=ada, other=friend, now=now)
        online.mark_player_online(player=friend.pk, now=now)
        Player.objects.filter(pk=friend.pk).update(preferences={"online": "on"})
    relations.block_player(owner=ada, other=cleo, now=now)
    finished_match([ben, long], [2, 1], at=now - timedelta(hours=1))
    ledger.record_results(now=now)
    page.goto(live_site)
    expect(page.get_by_role("heading", name="Friends")).to_be_visible()
    for path in (
        "/", "/me/preferences/",
        "/leaders/fuse/", "/leaders/frogs/", "/leaders/fuse/?of=friends", f"/p/{wide}/", "/p/ada/", "/p/ada/in/fuse/",
        f"/p/{wide}/block/", f"/me/people/?name={wide}", "/me/people/", "/games/fuse/figures/",
        "/games/frogs/figures/", "/matches/", "/mine/",
    ):  # fmt: skip
        page.goto(live_site + path)
        unfold(page)
        found += in_both_looks(page)
    assert not found, "\n".join(found)
