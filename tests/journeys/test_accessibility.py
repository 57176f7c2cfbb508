"""Tests that neither axe-core nor a keyboard finds flaws, light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.kernel.table import Seat
from apps.matches.models import Chair, Match, Question
from apps.matches.services import proposals
from tests.journeys.conftest import log_in
from tests.journeys.flaws import in_both_looks, unfold, violations

pytestmark = pytest.mark.once


@pytest.mark.slow
def test_no_page_violates_what_axe_checks(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page = visitor(width=360, height=740, dark=True)
    found: list[str] = []
    for path in ("/", "/games/fuse/", "/tables/", "/matches/", "/accounts/login/", "/accounts/signup/", "/nowhere/"):
        page.goto(house + path)
        found += in_both_looks(page)
    log_in(page, house, "ada")
    code = begin(ada, ben, None, specials=True, penalty=True)
    proposals.agree_to_proposal(code=code, seat=Seat(1), what="pause", about=3, now=timezone.now())
    proposals.agree_to_proposal(code=code, seat=Seat(0), what="live", now=timezone.now())
    short = begin(ada, None, short_fuse=True)
    for path in ("/mine/", "/tables/new/", "/me/", f"/m/{code}/", f"/m/{code}/orders/", f"/m/{code}/agree/"):
        page.goto(house + path)
        unfold(page)
        found += in_both_looks(page)
    page.goto(f"{house}/m/{short}/")
    expect(page.locator("button.hold.lay").first).to_be_visible()
    found += in_both_looks(page, violations)
    Chair.objects.filter(match__code=short).update(autopilot=True)  # The bot is quicker than a hand.
    # The match is saved last, as a sweep that finds it before its question is due puts it to sleep until tomorrow.
    Question.objects.filter(match__code=short).update(due_at=timezone.now(), lapses_at=timezone.now())
    Match.objects.filter(code=short).update(wake_at=timezone.now())
    expect(page.locator(".result")).to_be_visible(timeout=90_000)
    found += in_both_looks(page)
    for path in ("record/", "verify/"):
        page.goto(f"{house}/m/{short}/{path}")
        found += in_both_looks(page)
    assert not found, "\n".join(found)
