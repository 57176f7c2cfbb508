"""axe-core finds nothing to complain about, light and dark, wide and narrow; nor does somebody without a mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.kernel.table import Seat
from apps.matches import consent
from apps.matches.models import Match, Question
from apps.matches.models import Seat as Chair
from tests.journeys.conftest import log_in
from tests.journeys.flaws import flaws, unfold, violations

pytestmark = pytest.mark.look


@pytest.mark.parametrize(("width", "dark"), [(360, True), (1280, False)], ids=["phone, dark", "desktop, light"])
def test_no_page_violates_what_axe_checks(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any, width: int, dark: bool
) -> None:
    page = visitor(width=width, dark=dark)
    found: list[str] = []
    for path in ("/", "/games/fuse/", "/tables/", "/matches/", "/accounts/login/", "/accounts/signup/", "/nowhere/"):
        page.goto(house + path)
        found += flaws(page)
    log_in(page, house, "ada")
    code = begin(ada, ben, None, specials=True, penalty=True)
    consent.agree(code=code, seat=Seat(1), what="pause", about=3, now=timezone.now())
    consent.agree(code=code, seat=Seat(0), what="live", now=timezone.now())
    short = begin(ada, None, short_fuse=True)
    for path in ("/mine/", "/tables/new/", "/me/", f"/m/{code}/", f"/m/{code}/orders/", f"/m/{code}/agree/",
                 f"/m/{code}/record/?at=1"):  # fmt: skip
        page.goto(house + path)
        unfold(page)
        found += flaws(page)
    page.goto(f"{house}/m/{short}/")
    expect(page.locator("button.hold.lay").first).to_be_visible()
    found += violations(page)
    Chair.objects.filter(match__code=short).update(autopilot=True)  # The house's player is quicker than a hand.
    Match.objects.filter(code=short).update(wake_at=timezone.now())
    Question.objects.filter(match__code=short).update(due_at=timezone.now(), lapses_at=timezone.now())
    expect(page.locator(".result")).to_be_visible(timeout=90_000)
    found += flaws(page)
    for path in ("record/", "verify/"):
        page.goto(f"{house}/m/{short}/{path}")
        found += flaws(page)
    assert not found, "\n".join(found)
