"""A journey through an arena on a phone in dark mode: finding, joining, live points, leaving. Then every page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.ratings.services import ledger
from apps.tournaments.models import Arena
from apps.tournaments.services import arenas
from tests.factories.finished_matches import finished_match
from tests.journeys.conftest import come_in
from tests.journeys.flaws import in_both_looks

DAY = timedelta(days=1)


def arena() -> Arena:
    """Return an arena that started yesterday."""
    begins = timezone.now() - DAY
    return Arena.objects.create(
        name="Arena of the " + "W" * 30, about="For *all*.", game="fuse", streak=2, begins_at=begins,
        ends_at=begins + 7 * DAY, created_at=begins,
    )  # fmt: skip


def win(winner: Any, *others: Any, hours: int) -> None:
    """Let this player win a rated match that ended this many hours ago."""
    at = timezone.now() - timedelta(hours=hours)
    finished_match([winner, *others], range(1, 2 + len(others)), at=at, days=0.01)
    ledger.record_results(now=timezone.now())


@pytest.mark.once
def test_one_joins_wins_and_withdraws_without_scripts(
    live_site: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    week = arena()
    arenas.join_arena(pk=week.pk, player=ben, now=week.begins_at)
    page = visitor(width=360, height=740, dark=True, scripts=False)
    come_in(page, live_site, "ada")
    page.goto(f"{live_site}/tournaments/")
    page.get_by_role("link", name="Arenas").click()
    page.get_by_role("link", name="Arena of the").click()
    page.get_by_role("button", name="Join the arena").click()
    mine = page.get_by_role("region", name="You")
    expect(mine).to_contain_text("You’re in.")
    arenas.ArenaPlayer.objects.update(at=week.begins_at)  # Pretend that they joined at the start.
    win(ada, ben, hours=2)
    win(ada, ben, hours=1)
    page.reload()
    row = page.get_by_role("row", name="ada")
    expect(row).to_contain_text("next win ×2")
    assert row.get_by_role("cell").all_inner_texts() == ["1", "3", "2", "2", "2"]
    mine.get_by_role("link", name="Find a rated table").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.go_back()
    mine.get_by_text("Leave", exact=True).click()
    mine.get_by_role("button", name="Leave the arena").click()
    expect(page.get_by_role("row", name="ada")).to_have_count(0)


@pytest.mark.once
def test_no_page_of_an_arena_has_flaws(
    live_site: str, visitor: Callable[..., Page], player: Callable[[str], Any], ada: Any
) -> None:
    week = arena()
    page = visitor(width=360, height=740, dark=True)
    come_in(page, live_site, "ada")
    found: list[str] = []

    def look(step: str) -> None:
        for path in ("/tournaments/arenas/", week.get_absolute_url()):
            page.goto(live_site + path)
            found.extend(f"{step}: {each}" for each in in_both_looks(page))

    look("empty")
    wide = player("W" * 24)
    for one in (wide, ada):
        arenas.join_arena(pk=week.pk, player=one, now=week.begins_at)
    for hours in (3, 2, 1):
        win(wide, ada, hours=hours)
    look("running")
    Arena.objects.update(ends_at=timezone.now())
    look("over")
    assert not found, "\n".join(found)
