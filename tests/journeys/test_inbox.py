"""Tests of the bell on every page, and of the inbox behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.lobby.services import invitations
from apps.notices.models import Kind
from apps.notices.services import outbox
from apps.notices.wording import Words
from tests.factories.lobby import lobby_table
from tests.factories.matches import new_match
from tests.journeys.conftest import come_in
from tests.journeys.flaws import flaws, in_both_looks

pytestmark = [pytest.mark.browser, pytest.mark.once]


def invite(by: Any, name: str) -> str:
    """Invite a player to a new table, and return the address the notice links to."""
    table = lobby_table(by, public=False)
    invitations.ask_by_name(code=table.code, by=by, name=name, now=timezone.now())
    path: str = table.get_absolute_url()
    return path


def news(player: Any, number: int) -> None:
    said = Words(title="News from %(tournament)s", names={"tournament": "the Cup of Long Evenings"})
    outbox.post_notice(player=player.pk, kind=Kind.TOURNAMENT, key=f"n{number}", words=said, now=timezone.now())


@pytest.mark.parametrize("where", ["a page of rules", "a match", "their matches"])
def test_an_invitation_rings_on_an_open_page_and_is_read_by_following_it(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, where: str
) -> None:
    page = visitor()
    come_in(page, house, "ada")
    match = new_match(ada, ben, pace={"turn": 86400, "matchman": 43200}, now=timezone.now())
    paths = {"a page of rules": "/games/fuse/", "a match": f"/m/{match.code}/", "their matches": "/mine/"}
    with page.expect_response(lambda answer: "/live/" in answer.url):
        page.goto(house + paths[where])
    expect(page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()
    page.evaluate("stayed = true")
    path = invite(ben, "ada")
    bell = page.get_by_role("link", name="Notifications, 1 unread")
    expect(bell).to_be_visible(timeout=5_000)
    assert page.evaluate("stayed")
    with page.expect_response("**/notices/bar/"):  # Until it's answered, the bell shows no number, read or not.
        page.goto(house + path)
    expect(page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()
    page.goto(f"{house}/notices/")
    expect(page.get_by_role("listitem").filter(has_text="ben has invited you")).to_be_visible()
    expect(page.get_by_text("New", exact=True)).to_have_count(0)


def test_the_bell_opens_the_list_whose_new_ones_are_marked_once(
    house: str, visitor: Callable[..., Page], ada: Any
) -> None:
    page = visitor()
    news(ada, 1)
    come_in(page, house, "ada")
    page.goto(f"{house}/games/")
    page.get_by_role("link", name="Notifications, 1 unread").click()
    expect(page.get_by_role("heading", level=1, name="Notifications")).to_be_visible()
    expect(page.get_by_text("New", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("New", exact=True)).to_have_count(0)


def test_without_scripts_the_bell_is_a_link(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    news(ada, 1)
    page = visitor(scripts=False, width=360)
    come_in(page, house, "ada")
    page.goto(f"{house}/games/")
    page.get_by_role("link", name="Notifications", exact=True).click()
    expect(page.get_by_text("New", exact=True)).to_be_visible()
    page.get_by_role("link", name="Notification settings").click()
    expect(page.get_by_role("heading", level=1, name="Notification settings")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_bell_fits_into_the_bar_and_the_list_has_no_flaws(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, language: str
) -> None:
    ada.username, ada.language = "a-name-as-long-as-it-can", language
    ada.save()
    match = new_match(ada, ben, pace={"turn": 86400, "matchman": 43200}, now=timezone.now())
    page, wide = visitor(width=360, height=740), list[tuple[Any, ...]]()
    come_in(page, house, ada.username)
    for path in ("/games/", f"/m/{match.code}/"):
        invite(ben, ada.username)
        for number in range(12):
            news(ada, number)
        page.goto(house + path)
        expect(page.locator("#bell .waits")).to_be_visible()
        for width in (320, 360, 412, 700, 899, 900, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            box, name = page.locator("#bell").bounding_box(), page.locator(".nav-end a").bounding_box()
            assert box is not None
            assert name is not None
            if (
                page.evaluate("document.documentElement.scrollWidth > innerWidth")
                or min(box["width"], box["height"]) < 44
            ):
                wide.append((path, width, box))
            if name["x"] < box["x"] + box["width"] - 1 or abs(name["y"] - box["y"]) > 22:
                wide.append((path, width, "the name doesn't stand beside the bell"))
    assert not wide
    page.goto(f"{house}/notices/")
    found = in_both_looks(page, flaws)
    assert not found, "\n".join(found)
