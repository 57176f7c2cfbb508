"""axe-core finds nothing to complain about, light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.matches.models import Match, Question
from apps.matches.models import Seat as Chair
from tests.journeys.conftest import log_in

pytestmark = pytest.mark.look


@pytest.mark.parametrize(("width", "dark"), [(360, True), (1280, False)], ids=["phone, dark", "desktop, light"])
def test_no_page_violates_what_axe_checks(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any, width: int, dark: bool
) -> None:
    page = visitor(width=width, dark=dark)
    found: list[str] = []
    for path in ("/", "/games/fuse/", "/tables/", "/matches/", "/accounts/login/", "/accounts/signup/", "/nowhere/"):
        page.goto(house + path)
        found += _violations(page)
    log_in(page, house, "ada")
    code = begin(ada, ben, None, specials=True, penalty=True)
    short = begin(ada, None, short_fuse=True)
    for path in ("/mine/", "/tables/new/", "/me/", f"/m/{code}/", f"/m/{code}/orders/", f"/m/{code}/record/?at=1"):
        page.goto(house + path)
        found += _violations(page)
    page.goto(f"{house}/m/{short}/")
    expect(page.locator("button.hold.lay").first).to_be_visible()
    found += _violations(page)
    Chair.objects.filter(match__code=short).update(autopilot=True)  # The house's player is quicker than a hand.
    Match.objects.filter(code=short).update(wake_at=timezone.now())
    Question.objects.filter(match__code=short).update(due_at=timezone.now(), lapses_at=timezone.now())
    expect(page.locator(".result")).to_be_visible(timeout=90_000)
    found += _violations(page)
    for path in ("record/", "verify/"):
        page.goto(f"{house}/m/{short}/{path}")
        found += _violations(page)
    assert not found, "\n".join(found)


def _violations(page: Page) -> list[str]:
    results = Axe().run(page).response["violations"]
    return [f"{page.url}: {v['id']}: {v['help']}: {[n['target'] for n in v['nodes']][:4]}" for v in results]
