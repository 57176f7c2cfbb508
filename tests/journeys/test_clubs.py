"""A journey through a club on a phone in dark mode: creating, joining, chat, a match. Then every page of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from apps.clubs.models import Club
from apps.clubs.services import clubs, messages
from tests.factories.clubs import NOW, club, organiser
from tests.factories.lobby import lobby_table
from tests.journeys.conftest import come_in, send
from tests.journeys.flaws import in_both_looks, unfold


def test_from_an_idea_to_the_first_table_without_scripts(
    live_site: str, visitor: Callable[..., Page], ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clubs.experience, "count_finished_matches", lambda player, *, most: most)
    page = visitor(width=360, height=780, dark=True, scripts=False)
    come_in(page, live_site, "ada")
    page.goto(f"{live_site}/tables/")
    send(page.get_by_role("main").get_by_role("link", name="Clubs"))
    send(page.get_by_role("link", name="Create a club"))
    page.get_by_label("Name").fill("Night Owls")
    page.get_by_role("radio", name="Players invited or accepted by an organiser.").check()
    send(page.get_by_role("button", name="Create club"))
    expect(page.get_by_role("heading", name="Night Owls")).to_be_visible()
    path = Club.objects.get().get_absolute_url()

    friend = visitor(width=360, dark=True, scripts=False)
    come_in(friend, live_site, "ben")
    friend.goto(live_site + path)
    send(friend.get_by_role("button", name="Ask to join"))
    expect(friend.get_by_text("You’ve asked to join.")).to_be_visible()
    send(page.get_by_role("link", name="Members"))
    send(page.get_by_role("button", name="Accept ben", exact=True))
    let_in = gettext("%(name)s is now a member of the club and has been notified.") % {"name": "ben"}
    expect(page.get_by_role("status")).to_contain_text(let_in)

    send(page.get_by_role("link", name="Chat"))
    page.get_by_label("Write to the club").fill("Who plays tonight?")
    send(page.get_by_role("button", name="Send"))
    send(page.get_by_role("link", name="Overview"))
    send(page.get_by_role("link", name="Open a club table"))
    send(page.get_by_role("link", name="Fuse", exact=True))
    send(page.get_by_role("button", name="Open table"))

    friend.goto(f"{live_site}{path}talk/")
    expect(friend.get_by_text("Who plays tonight?")).to_be_visible()
    send(friend.get_by_role("link", name="Overview"))
    send(friend.get_by_role("button", name="Join ada for Fuse"))
    expect(friend.get_by_text("You’ve joined the table.")).to_be_visible()
    assert friend.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.slow
@pytest.mark.once
def test_no_page_of_a_club_violates_what_axe_checks(
    live_site: str, visitor: Callable[..., Page], player: Callable[[str], Any], ada: Any, ben: Any, cleo: Any
) -> None:
    wide = player("W" * 24)
    owls = club(ada, ben, wide, cleo, name="W" * 40, about="# We play\n\n*late*, and " + "w" * 80, open=False)
    organiser(owls, wide)
    for who in (ada, ben, wide):
        cache.clear()
        said = messages.add_post(code=owls.code, player=who, text="w" * 200, now=NOW)
    lobby_table(wide, circle=owls.code)
    page = visitor(width=360, height=740, dark=True)
    come_in(page, live_site, "ada")
    path = owls.get_absolute_url()
    found: list[str] = []
    for each in ("/clubs/", path, *(path + part for part in ("members/", "talk/", f"talk/{said}/", "owner/"))):
        page.goto(live_site + each)
        unfold(page)
        found += in_both_looks(page)
    stranger = visitor(width=360, height=740, dark=True)
    for each in (path, f"{path}?key={owls.token}"):
        stranger.goto(live_site + each)
        found += in_both_looks(stranger)
    assert not found, "\n".join(found)
