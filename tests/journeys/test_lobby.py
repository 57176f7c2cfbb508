"""Journeys of meeting others: filter, invitation, private link, quick match, rematch, with scripts and without."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.accounts.services import relations
from apps.games import load_games
from apps.lobby.models import Invitation, Table
from apps.lobby.services import invitations, tables
from apps.matches.models import Seed
from apps.matches.services import organiser
from tests.concurrency import eventually
from tests.journeys.conftest import come_in
from tests.journeys.flaws import in_both_looks, unfold

Visitor = Callable[..., Page]
with_and_without_scripts = pytest.mark.parametrize(
    "scripts", [True, pytest.param(False, marks=pytest.mark.once)], ids=["scripts", "no scripts"]
)


def opened(host: Any, *, game: str = "fuse", seats: int = 2, **other: Any) -> Table:
    pace = load_games()[game].meta.paces["daily"]
    usual: dict[str, Any] = {"options": {}, "pace": pace, "pace_name": "daily", "public": True, "now": timezone.now()}
    return tables.open_table(host=host, game=game, seats=seats, **(usual | other))


def main(page: Page) -> Any:
    return page.get_by_role("main")


@pytest.mark.once
@with_and_without_scripts
def test_one_finds_the_table_one_looks_for(house: str, visitor: Visitor, ada: Any, scripts: bool) -> None:
    opened(ada)
    opened(ada, game="bombe", seats=load_games()["bombe"].meta.seats[0])
    page = visitor(width=360, scripts=scripts)
    page.goto(f"{house}/tables/")
    expect(main(page).get_by_role("link", name="with ada")).to_have_count(2)
    page.locator("summary", has_text="Filter").click()
    page.get_by_label("Game").select_option("bombe")
    if not scripts:
        page.get_by_role("button", name="Show tables").click()
    expect(main(page).get_by_role("link", name="with ada")).to_have_count(1)
    expect(page).to_have_url(re.compile("game=bombe"))
    page.reload()
    expect(main(page).get_by_role("link", name="with ada")).to_have_count(1)
    page.get_by_label("Game").select_option("kobolds")
    if not scripts:
        page.get_by_role("button", name="Show tables").click()
    expect(page.get_by_text("No tables match your filter")).to_be_visible()


@pytest.mark.once
def test_rules_of_ones_own_begin_with_those_of_the_preset(house: str, visitor: Visitor, ada: Any) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/tables/new/?game=fuse")
    expect(page.get_by_label("Short fuse")).to_be_hidden()
    page.get_by_role("radio", name="Quick").check()
    page.get_by_role("radio", name="Custom rules", exact=True).check()
    expect(page.get_by_label("Short fuse")).to_be_checked()
    page.get_by_label("Extinguisher").check()
    page.get_by_role("button", name="Open table").click()
    expect(page).to_have_url(re.compile(r"/tables/\w+/$"))
    assert (Table.objects.get().options["short_fuse"], Table.objects.get().options["extinguisher"]) == (True, True)


@pytest.mark.once
@with_and_without_scripts
def test_somebody_is_asked_by_name_and_sits_down(
    house: str, visitor: Visitor, ada: Any, ben: Any, scripts: bool
) -> None:
    host, guest = visitor(scripts=scripts), visitor(width=360, scripts=scripts)
    come_in(host, house, "ada")
    come_in(guest, house, "ben")
    table = opened(ada, seats=3, public=False)
    host.goto(f"{house}{table.get_absolute_url()}")
    host.get_by_label("By name").fill("Ben")
    host.get_by_role("button", name="Invite", exact=True).click()
    expect(host.get_by_text("no reply yet")).to_be_visible()
    guest.goto(f"{house}/tables/")
    guest.get_by_role("link", name="ada has invited you to play Fuse").click()
    expect(guest.get_by_role("heading", name="ada has invited you to play Fuse")).to_be_visible()
    main(guest).get_by_role("button", name="Accept", exact=True).click()
    expect(guest).to_have_url(re.compile(table.code))
    if not scripts:
        host.reload()
    expect(host.locator("#seats")).to_contain_text("ben")


@pytest.mark.once
def test_a_link_leads_a_stranger_to_a_private_table(house: str, visitor: Visitor, ada: Any) -> None:
    table = opened(ada, public=False)
    page = visitor(width=360, scripts=False)
    page.goto(f"{house}/tables/")
    expect(page.get_by_role("link", name="with ada")).to_have_count(0)
    page.goto(f"{house}{table.get_absolute_url()}")
    page.get_by_role("button", name="Join as a guest").click()
    expect(page.locator("#seats")).to_contain_text("you")


@with_and_without_scripts
def test_people_in_a_hurry_meet_and_the_match_begins_by_itself(
    house: str, visitor: Visitor, ada: Any, ben: Any, scripts: bool
) -> None:
    pages = [visitor(width=360, scripts=scripts) for _ in range(3)]
    come_in(pages[0], house, "ada")
    come_in(pages[1], house, "ben")
    for page in pages:
        page.goto(f"{house}/quick/")
        page.get_by_label("Daily").check()
        main(page).get_by_role("button", name="Find players").click()
    expect(pages[2]).to_have_url(re.compile(r"/m/\w+/$"))
    for page in pages[:2]:
        if not scripts:
            page.reload()
        expect(page).to_have_url(re.compile(r"/m/\w+/$"))


@with_and_without_scripts
def test_the_same_people_play_again(
    house: str, visitor: Visitor, begin: Callable[..., str], ada: Any, ben: Any, scripts: bool
) -> None:
    code = begin(ada, ben)
    organiser.end_match(code=code, now=timezone.now())
    first, second = visitor(width=360, scripts=scripts), visitor(scripts=scripts)
    come_in(first, house, "ada")
    come_in(second, house, "ben")
    if scripts:
        with first.expect_response(re.compile("/rematch/offered/")) as told:
            first.goto(f"{house}/m/{code}/")
        assert told.value.status == 204, "the button that's about to be clicked stays"
    else:
        first.goto(f"{house}/m/{code}/")
    first.get_by_role("button", name="Rematch").click()
    expect(first).to_have_url(re.compile(r"/tables/\w+/$"))
    expect(first.locator("#seats")).to_contain_text("reserved for ben")
    second.goto(f"{house}/m/{code}/")
    if scripts:
        expect(second.get_by_text("ada would like to play again.")).to_be_visible()
    second.get_by_role("button", name="Rematch").click()
    expect(second).to_have_url(re.compile(r"/m/\w+/$"))
    assert code not in second.url


@pytest.mark.slow
@pytest.mark.once
def test_no_page_of_the_lobby_violates_what_axe_checks(
    house: str, visitor: Visitor, ada: Any, ben: Any, cleo: Any
) -> None:
    page = visitor(width=360, height=740, dark=True)
    come_in(page, house, "ada")
    relations.add_friend(owner=ada, other=cleo, now=timezone.now())
    mine = opened(ada, seats=4)
    tables.add_bot(code=mine.code, host=ada)
    invitations.ask_by_name(code=mine.code, by=ada, name="ben", now=timezone.now())
    theirs = opened(ben, seats=3)
    invitations.ask_by_name(code=theirs.code, by=ben, name="ada", now=timezone.now())
    opened(cleo)
    token = Invitation.objects.get(to=ada).token
    found: list[str] = []
    for path in (
        "/tables/",
        "/tables/?rated=no&pace=daily",
        "/tables/?game=kobolds",
        "/quick/",
        f"/invitations/{token}/",
        mine.get_absolute_url(),
        theirs.get_absolute_url(),
        "/tables/new/?game=fuse",
        "/tables/seats/",
    ):
        page.goto(house + path)
        unfold(page)
        found += in_both_looks(page)
    assert not found, "\n".join(found)


def test_an_invitation_reaches_an_open_page_and_the_badge_by_itself(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any
) -> None:
    page = visitor()
    page.add_init_script("navigator.setAppBadge = async (number) => { window.badge = number; }")
    come_in(page, house, "ada")
    with page.expect_response(f"{house}/live/"):
        page.goto(f"{house}/mine/")
    table = opened(ben)
    invitations.ask_by_name(code=table.code, by=ben, name="ada", now=timezone.now())
    expect(page.get_by_text("ben has invited you to play Fuse")).to_be_visible(timeout=3_000)
    page.wait_for_function("() => window.badge === 1")
    page.goto(f"{house}/tables/")
    expect(page.locator("#waiting .waits")).to_have_text("1")
    page.wait_for_function("() => window.badge === 1")


def test_a_host_sees_at_once_who_takes_a_seat(house: str, visitor: Callable[..., Page], ada: Any, ben: Any) -> None:
    table = opened(ada)
    page = visitor()
    come_in(page, house, "ada")
    with page.expect_response(f"{house}/live/"):
        page.goto(f"{house}{table.get_absolute_url()}")
    tables.join_table(code=table.code, player=ben, now=timezone.now())
    expect(page.locator("#seats")).to_contain_text("ben", timeout=1_500)


@pytest.mark.once
def test_a_link_that_is_pressed_stays_until_it_is_released(
    house: str, visitor: Visitor, begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    """Check the list of matches, which refreshes itself.

    If it did so between press and release, the click would be lost.
    """
    code = begin(ada, ben)
    page = visitor(width=360)
    come_in(page, house, "ada")
    page.goto(f"{house}/mine/")
    link = page.locator(f"#m-{code}")
    old = link.element_handle()
    link.hover()
    page.mouse.down()
    with page.expect_response("**/mine/"):
        page.evaluate("() => htmx.trigger('#own-matches', 'refresh')")
    page.wait_for_timeout(300)  # By then, htmx would have swapped it.
    assert old is not None
    assert old.evaluate("each => each.isConnected")
    page.mouse.up()
    page.wait_for_url(f"**/m/{code}/")


@pytest.mark.once
def test_news_that_waited_for_a_press_come_when_it_ends(
    house: str, visitor: Visitor, begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    begin(ada, ben)
    page = visitor(width=360)
    come_in(page, house, "ada")
    page.goto(f"{house}/mine/")
    page.locator("#own-matches .row-end").hover()
    page.mouse.down()
    again = begin(ada, ben)
    with page.expect_response("**/mine/"):
        page.evaluate("() => htmx.trigger('#own-matches', 'refresh')")
    expect(page.locator(f"#m-{again}")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(f"#m-{again}")).to_be_visible()


@with_and_without_scripts
def test_both_players_add_a_word_to_the_shuffle_and_find_it_after_the_match(
    house: str, visitor: Visitor, ada: Any, ben: Any, scripts: bool
) -> None:
    """With scripts, both words are drawn and sent silently. Without them, only one player types a word."""
    table = opened(ada)
    page, other = visitor(width=360, scripts=scripts), visitor(scripts=scripts)
    come_in(page, house, "ada")
    page.goto(f"{house}{table.get_absolute_url()}")
    come_in(other, house, "ben")
    other.goto(f"{house}{table.get_absolute_url()}")
    for each in (page, other):
        expect(each.get_by_label("Your word")).to_be_hidden()
        each.locator("summary", has_text="Your word for the shuffle").click()
        expect(each.get_by_text(table.commitment)).to_be_visible()
        expect(each.get_by_label("Your word")).to_have_value(re.compile(r"^[0-9a-f]{32}$" if scripts else "^$"))
    if scripts:
        assert not in_both_looks(page)
        eventually(lambda: bool(Table.objects.get(pk=table.pk).words), "the first word arrives by itself")
        drawn = [each.get_by_label("Your word").input_value() for each in (page, other)]
        assert len({*drawn}) == 2
    else:
        drawn = ["seven slow frogs", ""]
        page.get_by_label("Your word").fill(drawn[0])
        page.get_by_role("button", name="Save word").click()
        expect(page.get_by_label("Your word")).to_have_value(drawn[0])
    other.get_by_role("button", name="Join", exact=True).click()
    expect(other.locator("#seats")).to_contain_text("ben")
    code = tables.start_table(code=table.code, host=ada, now=timezone.now())
    assert Seed.objects.get(match__code=code).words == drawn
    organiser.end_match(code=code, now=timezone.now())
    if scripts:
        page.wait_for_url(f"**/m/{code}/**")  # It goes to the match by itself, and two ways at once don't go.
    page.goto(f"{house}/m/{code}/verify/")
    expect(page.locator("#words")).to_contain_text(drawn[0])
    remembered = page.get_by_text("This browser remembers the fingerprint at the table and your word.")
    expect(remembered).to_have_count(1 if scripts else 0)
    if scripts:
        assert not in_both_looks(page)
        Seed.objects.filter(match__code=code).update(words=["another", drawn[1]])
        page.reload()
        expect(page.get_by_text("This browser remembers another word of yours")).to_be_visible()
