"""Journeys of a table's chat: two people, phrases in two languages, mutes, reports, without scripts, by keyboard."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext, trans_real
from playwright.sync_api import APIResponse, Error, Page, Route, expect

from apps.kernel.table import Seat
from apps.matches.models import Bookmark
from apps.matches.services import seats
from apps.talk.services import messages
from tests.factories.matches import new_match
from tests.journeys.conftest import come_in
from tests.journeys.flaws import flaws, in_both_looks

pytestmark = pytest.mark.once

Visitor = Callable[..., Page]
Begin = Callable[..., str]


DRESSED = """() => document.querySelector("link[href*='talk/panel']")?.sheet"""
"""Returns whether the style of an open chat is here."""


def reveal(page: Page) -> None:
    """Scroll to the place of the chat."""
    page.evaluate("document.querySelector('#talk').scrollIntoView()")


def open_panel(page: Page) -> None:
    """Scroll to the chat of a match page and unfold it."""
    reveal(page)
    page.locator("#talk-box > summary").click()
    expect(page.locator("#talk-log")).to_be_visible()
    page.wait_for_function(DRESSED)


def look(page: Page) -> None:
    """Trigger the refresh that happens every quarter of a minute."""
    page.evaluate("htmx.trigger('#talk-list', 'refresh')")


def test_two_people_talk_without_a_reload_and_lose_no_word_they_type(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    one, two = visitor(), visitor(width=360)
    two.clock.install()
    for page, name in ((one, "ada"), (two, "ben")):
        come_in(page, house, name)
        page.goto(f"{house}/m/{code}/")
        open_panel(page)
    two.locator("#talk-text").fill("I am typing")
    one.locator("#talk-text").fill("Hello, ben!")
    one.get_by_role("button", name="Send").click()
    expect(one.locator("#talk-list")).to_contain_text("Hello, ben!")
    expect(one.locator("#talk-text")).to_have_value("")
    two.clock.fast_forward("00:16")
    expect(two.locator("#talk-list")).to_contain_text("Hello, ben!")
    expect(two.locator("#talk-text")).to_have_value("I am typing")
    two.locator("#talk-text").press("Control+Enter")
    expect(two.locator("#talk-list .line")).to_have_count(2)
    look(one)
    expect(one.locator("#talk-list")).to_contain_text("I am typing")
    expect(one.locator("#talk-list .line")).to_have_count(2)
    assert one.url.endswith(f"/m/{code}/"), "the match stayed in front of them"


def test_talk_and_proposals_reach_an_open_page_whose_bar_counts_what_is_new(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    one, two = visitor(width=1600), visitor(width=360, height=740)
    for page, name in ((one, "ada"), (two, "ben")):
        come_in(page, house, name)
        page.goto(f"{house}/m/{code}/")
    bubble = two.locator("#talk-bubble")
    expect(one.locator("#talk-log")).to_be_visible()  # It's open next to a wide table, and no bubble mentions it.
    expect(bubble).to_have_text("Chat", use_inner_text=True)
    one.locator("#talk-text").press_sequentially("first")
    one.locator("#talk-text").press("Shift+Enter")
    one.locator("#talk-text").press_sequentially("second")
    one.locator("#talk-text").press("Enter")
    expect(one.locator("#talk-list .line-text")).to_have_text("first\nsecond")
    expect(bubble).to_have_text(re.compile("1.*new in chat"))
    two.evaluate("htmx.trigger('#news', 'refresh')")
    one.evaluate("document.documentElement.dataset.enter = 'line'")
    one.locator("#talk-text").fill("third")
    one.locator("#talk-text").press("Enter")
    one.locator("#talk-text").press("Shift+Enter")
    expect(one.locator("#talk-list .line")).to_have_count(2)
    expect(bubble).to_have_text(re.compile("2.*new in chat"))
    other = one.context.new_page()
    other.goto(f"{house}/m/{code}/agree/")
    other.get_by_role("button", name=re.compile("pause", re.IGNORECASE)).first.click()
    expect(two.locator(".proposal")).to_contain_text("ada proposes")
    expect(bubble).to_be_visible()  # The table around it has been replaced.
    bubble.click()
    expect(two.locator("#talk-list .line")).to_have_count(2)
    expect(bubble).to_have_text("Chat", use_inner_text=True)
    expect(two.locator("#talk-log")).to_be_in_viewport()


def test_who_shuts_the_talk_beside_a_wide_table_finds_it_shut(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    page = visitor(width=1600)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    expect(page.locator("#talk-log")).to_be_visible()
    board, talk = page.locator(".table-top").bounding_box(), page.locator("#talk").bounding_box()
    assert board is not None
    assert talk is not None
    assert board["x"] + board["width"] <= talk["x"], "they lie upon each other"
    page.locator("#talk-box > summary").click()
    page.reload()
    expect(page.locator("#talk-box > summary")).to_be_visible()
    expect(page.locator("#talk-log")).to_be_hidden()


BOXES = """() => Object.fromEntries(["#talk-box", "#talk-log", "#talk-text", "#talk-send", ".reactions"].map(each => {
    const { left, right, top, bottom } = document.querySelector(each).getBoundingClientRect();
    return [each, { left, right, top, bottom }];
}))"""
"""Returns where the parts of an open chat are."""


def test_on_a_phone_the_talk_is_a_sheet_that_leaves_the_answer_free(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    sheet, bubble = page.locator("#talk-box[open]"), page.locator("#talk-bubble")
    ways: list[Callable[[], None]] = [
        lambda: page.locator("#talk").get_by_role("button", name="Close").click(),
        lambda: page.keyboard.press("Escape"),
        bubble.click,
    ]
    for close in ways:
        bubble.click()
        expect(sheet).to_be_visible()
        page.wait_for_function(DRESSED)
        expect(page.locator("#talk-list > [data-fact]").first).to_be_attached()
        boxes = page.evaluate(BOXES)
        assert boxes["#talk-log"]["bottom"] - boxes["#talk-log"]["top"] > 120, "what was said has room"
        assert boxes["#talk-log"]["bottom"] <= boxes["#talk-text"]["top"]
        assert boxes["#talk-text"]["right"] <= boxes["#talk-send"]["left"], "they are on one line"
        assert boxes[".reactions"]["bottom"] <= boxes["#talk-box"]["bottom"]
        question = page.locator("#question").bounding_box()
        assert question
        assert boxes["#talk-box"]["bottom"] <= question["y"], "it covers the answer"
        assert page.evaluate("scrollY") == 0, "the table stayed where it was"
        close()
        expect(sheet).to_have_count(0)
        expect(bubble).to_be_focused()


LINES = """() => {
    for (const each of document.querySelectorAll(".told details")) each.open = true;
    return [...document.querySelectorAll("#talk-list :is([data-fact], .line)")].filter(each => each.checkVisibility())
        .map(each => each.dataset.fact ? each.dataset.fact.split(" ")[1] : each.querySelector(".line-text").innerText);
}"""
"""Returns what an open chat shows once all is unfolded: what was said, and the kind of what happened."""


def test_what_happened_and_what_was_said_are_one_stream(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    messages.send_message(code=code, player=ben.pk, text="before the move", now=timezone.now())
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/")
    page.locator("#talk-bubble").click()
    expect(page.locator("#talk-list > [data-fact]").first).to_be_attached()
    assert page.evaluate(LINES)[-1] == "before the move"
    assert len(page.evaluate(LINES)) > 1
    seats.resign_seat(code=code, seat=Seat(1), now=timezone.now(), by=ben.pk)
    expect(page.locator("#talk-list > [data-fact$=resigned]")).to_be_attached()
    messages.send_message(code=code, player=ada.pk, text="after it", now=timezone.now())
    look(page)
    expect(page.locator("#talk-list")).to_contain_text("after it")
    both = page.evaluate(LINES)
    said = ["before the move", "after it"]
    assert both.index(said[0]) < both.index("resigned") < both.index(said[1])
    page.get_by_role("radio", name="Chat").check()
    assert page.evaluate(LINES) == said
    page.get_by_role("radio", name="Story").check()
    assert page.evaluate(LINES) == [each for each in both if each not in said]
    page.reload()
    page.locator("#talk-bubble").click()
    expect(page.get_by_role("radio", name="Story")).to_be_checked()
    page.get_by_role("radio", name="All").check()
    assert page.evaluate(LINES) == both, "a page that is opened later has the same order"


def test_what_happened_between_two_messages_is_folded_but_for_the_newest(
    house: str, visitor: Visitor, ada: Any, ben: Any
) -> None:
    match = new_match(ada, ben, game="fuse", pace={"turn": 3600, "matchman": 3600}, now=timezone.now())
    for _ in range(4):
        match.step()
    messages.send_message(code=match.code, player=ben.pk, text="after four turns", now=timezone.now())
    page = visitor(width=360, height=740)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{match.code}/")
    page.locator("#talk-bubble").click()
    told = page.locator("#talk-list > .told")
    expect(told).to_have_count(1)
    hidden = told.locator("[data-fact]").count()
    expect(told.locator("summary")).to_have_text(f"{hidden} more")
    expect(page.locator("#talk-list > [data-fact]:visible")).to_have_count(1)
    told.locator("summary").press("Enter")
    expect(told.locator("[data-fact]").first).to_be_visible()
    messages.send_message(code=match.code, player=ben.pk, text="again", now=timezone.now())
    look(page)
    expect(page.locator("#talk-list")).to_contain_text("again")
    expect(told.locator("[data-fact]").first).to_be_visible()
    assert not in_both_looks(page, flaws)
    page.get_by_role("radio", name="Chat").check()
    expect(page.locator("#talk-list > li:visible")).to_have_count(2)
    page.get_by_role("radio", name="Story").check()
    expect(told).to_have_count(0)
    expect(page.locator("#talk-list > [data-fact]:visible")).to_have_count(hidden + 1)
    simple = visitor(scripts=False)
    come_in(simple, house, "ada")
    simple.goto(f"{house}/m/{match.code}/talk/")
    expect(simple.locator(".told summary")).to_have_text(f"{hidden} more")


def test_beside_the_story_the_chat_starts_without_it_until_the_reader_chooses(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    page = visitor(width=1600)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/")
    expect(page.get_by_role("radio", name="Chat")).to_be_checked()
    page.get_by_role("radio", name="All").check()
    page.reload()
    expect(page.locator("#talk-list > [data-fact]").first).to_be_visible()
    expect(page.get_by_role("radio", name="All")).to_be_checked()
    narrow = visitor(width=1280)
    come_in(narrow, house, "ben")
    narrow.goto(f"{house}/m/{code}/")
    narrow.locator("#talk-box > summary").click()
    expect(narrow.get_by_role("radio", name="All")).to_be_checked()


def test_a_reaction_appears_at_its_seat_for_everyone_who_watches(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    shut, wide, watching = visitor(width=360, height=740), visitor(width=1600), visitor(width=1280)
    come_in(shut, house, "ada")
    come_in(wide, house, "ada")
    for page in (shut, wide, watching):
        with page.expect_response(re.compile("/live/")):
            page.goto(f"{house}/m/{code}/")
        expect(page.locator("#talk-fresh")).to_be_attached()
    expect(wide.locator("#talk-log")).to_be_visible()
    faces = (("face-wow", "Surprised face"), ("face-sad", "Sad face"), ("face-boom", "Blown-up face"))
    for page, (face, name) in zip((shut, wide, watching), faces, strict=True):  # Each is shown for a moment only.
        messages.send_message(code=code, player=ben.pk, phrase=face, now=timezone.now())
        bubble = page.locator(".talk-shown").last
        expect(bubble.get_by_role("img")).to_have_attribute("aria-label", re.compile(name))
        plate, box = page.locator(".people [data-seat='1']").bounding_box(), bubble.bounding_box()
        assert plate
        assert box
        assert plate["x"] < box["x"] + box["width"] / 2 < plate["x"] + plate["width"], "it's at another seat"
        assert page.locator(f"#{face}").count() == 1
    for page in (shut, wide, watching):
        expect(page.locator(".talk-shown")).to_have_count(0)


def test_on_a_desktop_the_talk_takes_the_right_column_and_the_story_is_below_the_table(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    page = visitor(width=1280, height=900)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    board = page.locator(".table-top")
    before = board.bounding_box()
    page.locator("#talk-box > summary").click()
    expect(page.locator("#talk-log")).to_be_visible()
    page.wait_for_function(DRESSED)
    after = board.bounding_box()
    assert before
    assert after
    assert abs(after["x"] - before["x"]) + abs(after["width"] - before["width"]) < 2, "the table moved"
    boxes = page.evaluate(BOXES)
    assert after["x"] + after["width"] < boxes["#talk-box"]["left"]
    assert boxes["#talk-box"]["bottom"] <= 900
    assert boxes["#talk-log"]["bottom"] - boxes["#talk-log"]["top"] > 300
    story = page.locator("#story-box").bounding_box()
    assert story
    assert story["x"] + story["width"] < boxes["#talk-box"]["left"], "the talk covers the story"
    line = page.locator("#talk-text")
    low = line.bounding_box()
    line.press_sequentially("one")
    for _ in range(3):
        line.press("Shift+Enter")
    grown = line.bounding_box()
    assert low
    assert grown
    assert low["height"] < 50
    assert grown["height"] > low["height"] + 40, "it grows with its text"


def test_a_panel_that_is_shut_says_how_much_is_new(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    for text in ("one", "two"):
        messages.send_message(code=code, player=ada.pk, text=text, now=timezone.now())
    page = visitor(width=360)
    come_in(page, house, "ben")
    page.goto(f"{house}/m/{code}/")
    reveal(page)
    expect(page.locator("#talk-unread")).to_have_text("2 new")
    page.reload()
    reveal(page)
    expect(page.locator("#talk-unread")).to_have_text("2 new")
    with page.expect_response(re.compile("/talk/news/")):
        page.locator("#talk-box > summary").click()
    expect(page.locator("#talk-unread")).to_have_count(0)
    page.reload()
    reveal(page)
    expect(page.locator("#talk-box > summary")).to_be_visible()
    expect(page.locator("#talk-unread")).to_have_count(0)


def test_what_was_asked_for_before_the_panel_was_opened_marks_nothing_as_new_after_it(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    page = visitor(width=360)
    come_in(page, house, "ben")
    messages.send_message(code=code, player=ada.pk, text="one", now=timezone.now())
    asked: list[str] = []
    late: list[tuple[Route, APIResponse]] = []
    page.on("request", lambda request: asked.append(request.url) if "/talk/unread/" in request.url else None)
    page.route(re.compile("/talk/unread/"), lambda route: late.append((route, route.fetch())))
    with page.expect_response(re.compile("/live/")):  # Without a stream, it would get no message.
        page.goto(f"{house}/m/{code}/")
    reveal(page)
    expect(page.locator("#talk-unread")).to_have_text("1 new")
    with page.expect_request(re.compile("/talk/unread/")):
        messages.send_message(code=code, player=ada.pk, text="two", now=timezone.now())
    until = time.monotonic() + 10
    while len(late) < len(asked):
        assert time.monotonic() < until, "the answer was not fetched"
        page.wait_for_timeout(50)
    with page.expect_response(re.compile("/talk/news/")):
        page.locator("#talk-box > summary").click()
    with page.expect_response(re.compile("/talk/unread/")):
        for route, answer in late:  # On a slow machine, the panel asked before it was replaced and gets no answer.
            with suppress(Error):
                route.fulfill(response=answer)
    page.wait_for_timeout(300)
    expect(page.locator("#talk-unread")).to_have_count(0)


def test_only_a_panel_that_is_open_looks_for_news(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    page = visitor()
    come_in(page, house, "ben")
    page.clock.install()
    page.goto(f"{house}/m/{code}/")
    reveal(page)
    expect(page.locator("#talk-box")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/talk/news/" in request.url else None)
    page.clock.run_for(60_000)
    assert asked == []
    with page.expect_response(re.compile("/talk/news/")):
        page.locator("#talk-box > summary").click()
    messages.send_message(code=code, player=ada.pk, text="Hello", now=timezone.now())
    page.clock.run_for(15_000)
    expect(page.locator("#talk-list")).to_contain_text("Hello")
    page.clock.run_for(60_000)
    expect(page.locator("#talk-list .line")).to_have_count(1)
    assert 2 <= len(asked) <= 7, "while one is on its way, the next look is left out"


def test_what_is_refused_stays_in_the_field_until_it_is_said(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{begin(ada, ben)}/")
    open_panel(page)
    for n in range(7):
        page.locator("#talk-text").fill(f"message {n}")
        page.locator("#talk-send").click()
        if n < 6:
            expect(page.locator("#talk-list .line")).to_have_count(n + 1)
    too_much = gettext("You’ve sent a lot of messages in the last minute. Please wait and try again.")
    expect(page.locator("#talk-error")).to_contain_text(too_much)
    expect(page.locator("#talk-text")).to_have_value("message 6")
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_phrase_is_read_in_each_ones_language(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue: Any = trans_real.translation("fr")._catalog  # type: ignore[attr-defined]
    monkeypatch.setitem(catalogue._catalogs[0], "What a lovely boom!", "Quel beau boum !")
    code = begin(ada, ben)
    one, two = visitor(), visitor(width=360)
    come_in(one, house, "ada")
    come_in(two, house, "ben")
    two.context.add_cookies([{"name": "django_language", "value": "fr", "url": house}])
    one.goto(f"{house}/m/{code}/")
    open_panel(one)
    one.locator("#talk-text").fill("half a sen")
    one.locator("#talk-phrases > summary").click()
    one.get_by_role("button", name="What a lovely boom!").click()
    expect(one.locator("#talk-list")).to_contain_text("What a lovely boom!")
    expect(one.locator("#talk-text")).to_have_value("half a sen")
    two.goto(f"{house}/m/{code}/talk/")
    expect(two.locator("#talk-list")).to_contain_text("Quel beau boum !")


def test_who_watches_reads_and_cannot_write(house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any) -> None:
    code = begin(ada, ben)
    messages.send_message(code=code, player=ada.pk, text="Good evening", now=timezone.now())
    page = visitor()
    page.goto(f"{house}/m/{code}/")
    open_panel(page)
    expect(page.locator("#talk-list")).to_contain_text("Good evening")
    expect(page.locator(".talk-parts :is(textarea, button), .line-more")).to_have_count(0)
    watching = gettext("You can read this chat, but only players at this table can write.")
    expect(page.locator("#talk-say")).to_contain_text(watching)


def test_a_mute_is_taken_back_with_one_click(house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any) -> None:
    code = begin(ada, ben)
    messages.send_message(code=code, player=ada.pk, text="Blah blah", now=timezone.now())
    page = visitor(width=360)
    come_in(page, house, "ben")
    page.goto(f"{house}/m/{code}/")
    open_panel(page)
    page.get_by_role("link", name="Mute or report ada").click()
    page.get_by_role("button", name="Mute ada").click()
    expect(page.get_by_text("You’ve muted ada.", exact=True)).to_be_visible()
    expect(page.get_by_text("Blah blah")).to_be_hidden()
    page.goto(f"{house}/m/{code}/")
    open_panel(page)
    page.get_by_text("You’ve muted ada.", exact=True).click()
    expect(page.get_by_text("Blah blah")).to_be_visible()
    page.get_by_role("button", name="Unmute ada").click()
    expect(page.get_by_text("You’ve muted ada.", exact=True)).to_have_count(0)
    expect(page.get_by_text("Blah blah")).to_be_visible()


def test_a_report_reaches_an_organiser_who_hides_the_message(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any, django_user_model: Any
) -> None:
    django_user_model.objects.create_superuser("organiser", "o@example.org", "slow and steady")
    code = begin(ada, ben)
    messages.send_message(code=code, player=ada.pk, text="You are a toad", now=timezone.now())
    page, desk = visitor(), visitor()
    come_in(page, house, "ben")
    page.goto(f"{house}/m/{code}/talk/")
    page.get_by_role("link", name="Mute or report ada").click()
    page.get_by_label("An insult or a threat").check()
    page.get_by_label("Details (optional)").fill("That is not kind")
    page.get_by_role("button", name="Send report").click()
    expect(page.get_by_role("status").first).to_contain_text("Thank you")
    come_in(desk, house, "organiser")
    desk.goto(f"{house}/admin/talk/report/")
    desk.get_by_role("link", name="You are a toad").click()
    expect(desk.get_by_text("That is not kind")).to_be_visible()
    desk.get_by_label("Hide the message").check()
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk).to_have_url(re.compile(r"/admin/talk/report/(\?|$)"))
    expect(desk.get_by_text("You are a toad")).to_have_count(0)
    page.goto(f"{house}/m/{code}/talk/")
    expect(page.locator("#talk-list")).to_contain_text("Removed by an organiser.")
    expect(page.get_by_text("You are a toad")).to_have_count(0)


def test_everything_works_without_scripts(house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any) -> None:
    page = visitor(scripts=False, width=360)
    come_in(page, house, "ada")
    code = begin(ada, ben)
    page.goto(f"{house}/m/{code}/")
    page.get_by_role("main").get_by_role("link", name="Chat").click()
    page.locator("#talk-text").fill("Plain words")
    page.get_by_role("button", name="Send").click()
    expect(page).to_have_url(re.compile("/talk/$"))
    expect(page.locator("#talk-list")).to_contain_text("Plain words")
    page.locator("#talk-text").fill("Plain words")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_contain_text("You’ve just said that.")
    expect(page.locator("#talk-text")).to_have_value("Plain words")
    page.locator("#note-text").fill("Only mine")
    page.locator("#note-keep").click()
    expect(page.get_by_role("status").first).to_contain_text(gettext("Your note has been saved."))
    expect(page.locator("#note-text")).to_have_value("Only mine")
    page.locator("#talk-phrases > summary").click()
    page.get_by_role("button", name="Ouch!").click()
    expect(page.locator("#talk-list")).to_contain_text("Ouch!")


def test_talk_and_notes_by_keyboard_alone(house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any) -> None:
    page = visitor()
    come_in(page, house, "ada")
    code = begin(ada, ben)
    page.goto(f"{house}/m/{code}/")
    reveal(page)
    expect(page.locator("#talk-box")).to_be_visible()
    tab_to(page, "#talk-box > summary")
    page.keyboard.press("Enter")
    tab_to(page, "#talk-text")
    page.keyboard.type("By hand")
    tab_to(page, "#talk-send")
    page.keyboard.press("Enter")
    expect(page.locator("#talk-list")).to_contain_text("By hand")
    assert page.evaluate("document.activeElement.id") == "talk-send", "the focus was lost"
    tab_to(page, "#talk-notes > summary")
    page.keyboard.press("Enter")
    tab_to(page, "#note-text")
    page.keyboard.type("Mine")
    tab_to(page, "#note-keep")
    page.keyboard.press("Enter")
    expect(page.locator("#talk-note [role=status]")).to_contain_text(gettext("Saved."))
    assert page.evaluate("document.activeElement.id") == "note-keep", "the focus was lost"
    assert Bookmark.objects.get().note == "Mine"


def tab_to(page: Page, wanted: str) -> None:
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"{wanted} cannot be reached with Tab")


@pytest.mark.slow
def test_nothing_is_too_wide_too_small_or_against_axe(
    house: str, visitor: Visitor, begin: Begin, ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    for player, text in (
        (ada, "Hello"),
        (ben, "W" * 500),
        (ada, "line\nline"),
        (ben, "https://example.com/" + "x" * 90),
    ):
        pk = messages.send_message(code=code, player=player.pk, text=text, now=timezone.now())
    page = visitor(width=360, height=740, dark=True)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/")
    open_panel(page)
    page.locator("#talk-phrases > summary").click()
    found = in_both_looks(page, complaints)
    page.goto(f"{house}/m/{code}/talk/{pk}/")
    found += in_both_looks(page, complaints)
    page.get_by_role("button", name="Mute ben").click()
    page.locator(".line-muted > summary").first.click()
    found += in_both_looks(page, complaints)
    for path in ("/me/muted/", f"/m/{code}/talk/?before={pk}"):
        page.goto(house + path)
        found += in_both_looks(page, complaints)
    assert not found, "\n".join(found)


def complaints(page: Page) -> list[str]:
    """Return the flaws of the page, and what in the chat is too small for a thumb."""
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            ".talk :is(button, summary, textarea, .line-more, .talk-earlier a)")]
            .filter(each => each.checkVisibility())
            .filter(each => each.getBoundingClientRect().height < 43.5).map(each => each.outerHTML.slice(0, 80))"""
    )
    return [*flaws(page), *(f"{page.url}: too small: {each}" for each in small)]
