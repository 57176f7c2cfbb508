"""A journey through the archive: the list, the hall of fame, two players, and private favourites."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.games import load_games
from apps.matches.services import analysis
from apps.matches.services.digests import digest_match
from tests.factories.finished_matches import recorded_match
from tests.journeys.conftest import log_in
from tests.journeys.flaws import in_both_looks

pytestmark = [pytest.mark.browser, pytest.mark.once]


@pytest.fixture
def told(ada: Any, ben: Any, cleo: Any) -> str:
    """Return the code of one of four finished matches."""
    codes = [
        recorded_match(game, [ada, ben, cleo], seed=3).code for game in ("fuse", "frogs", "kobolds", "bombe")
    ]  # fmt: skip
    for code in codes:
        digest_match(code)
    return codes[0]


@pytest.fixture
def quick_witted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=4))


def look_into(page: Page, house: str, told: str) -> None:
    """Request the analysis, see that it takes time, and let it finish."""
    page.goto(f"{house}/m/{told}/record/")
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    while analysis.continue_analysis(enough=lambda: False):
        pass
    if page.get_by_role("link", name="Reload").count():
        page.get_by_role("link", name="Reload").click()
    expect(page.locator("#shares-title")).to_have_count(1)


@pytest.mark.slow
def test_the_pages_of_records_have_no_flaws_in_any_language(
    house: str, visitor: Callable[..., Page], told: str, quick_witted: None
) -> None:
    page, found = visitor(width=360, height=740, dark=True), list[str]()
    log_in(page, house, "ada")
    look_into(page, house, told)
    for path in (
        "/matches/?game=fuse&player=ada&against=ben", "/fame/", "/fame/kobolds/", "/matches/ada/ben/",
        f"/m/{told}/story/", f"/m/{told}/record/?at=9", f"/m/{told}/analysis/", "/mine/book/",
    ):  # fmt: skip
        page.goto(house + path)
        assert page.locator("main h1").is_visible(), path
        found += in_both_looks(page)
        page.set_viewport_size({"width": 360, "height": 740})
        for language in ("de", "fr"):
            page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": house}])
            page.goto(house + path)
            assert page.locator("html").get_attribute("lang") == language
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            found += [f"{path} in {language}: {wide} px too wide"] if wide > 0 else []
        page.context.clear_cookies(name=settings.LANGUAGE_COOKIE_NAME)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scripts", [True, False])
def test_who_looks_for_a_match_finds_keeps_and_reads_it(
    house: str, visitor: Callable[..., Page], told: str, scripts: bool
) -> None:
    page = visitor(width=360, height=740, scripts=scripts)
    log_in(page, house, "ada")
    page.goto(f"{house}/matches/")
    page.locator("#id_game").select_option("fuse")
    page.locator("#id_player").fill("ada")
    page.locator("#id_against").fill("ben")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".rows > li")).to_have_count(1)
    expect(page.locator(".sitter img.face.ring")).to_have_count(3)
    page.locator(".rows > li a").first.click()
    expect(page).to_have_url(f"{house}/m/{told}/record/")
    page.get_by_label("Mark as favourite").check()
    page.get_by_label("My note").fill("Ben cut too late.")
    page.locator("#bookmark-keep").click()
    said = gettext("Saved.") if scripts else gettext("Your changes have been saved.")
    expect(page.get_by_role("status").filter(has_text=said)).to_be_visible()
    page.goto(f"{house}/mine/book/")
    expect(page.locator(".kept-note")).to_have_text("Ben cut too late.")
    expect(page.get_by_text("Favourite", exact=True)).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scripts"), [(360, False), (1280, True)])
def test_a_player_looks_into_a_match_and_at_a_table_as_it_was_then(
    house: str, visitor: Callable[..., Page], told: str, quick_witted: None, width: int, scripts: bool
) -> None:
    page = visitor(width=width, scripts=scripts)
    log_in(page, house, "ada")
    look_into(page, house, told)
    expect(page.locator("section[aria-labelledby=shares-title] tbody tr")).to_have_count(3)
    if scripts:
        expect(page).to_have_url(f"{house}/m/{told}/record/")
        page.get_by_role("link", name="All decisions").click()
    page.get_by_role("link", name="ben", exact=True).click()
    expect(page.get_by_role("heading", name="Decisions by ben")).to_be_visible()
    first = page.locator(".choices > li").first
    if not first.locator("ul").is_visible():
        first.locator("summary").click()
    expect(first.locator("li.given")).to_be_visible()
    first.get_by_role("link", name="See the table at that point").click()
    expect(page).to_have_url(re.compile(rf"/m/{told}/record/\?at=\d+&as=1"))
    expect(page.locator("#as")).to_have_value("1")


def test_a_record_reads_and_prints_as_a_story(house: str, visitor: Callable[..., Page], told: str) -> None:
    page = visitor(dark=True)
    page.goto(f"{house}/m/{told}/story/")
    expect(page.locator(".told p").nth(20)).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("header").first).to_be_hidden()
    expect(page.get_by_role("link", name="Back to the replay")).to_be_hidden()
    black = page.locator(".told").evaluate("told => getComputedStyle(told).color")
    assert re.fullmatch(r"rgb\(0, 0, 0\)", black), "on white paper, though the screen is dark"
