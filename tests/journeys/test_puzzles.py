"""Journeys of the daily puzzle: found on the front page, answered on the cards, also without scripts or account."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.puzzles.finding.found import Found
from apps.puzzles.models import Puzzle
from tests.factories.finished_matches import recorded_match
from tests.factories.puzzles import of_every_game, puzzle
from tests.journeys.conftest import come_in, push, send
from tests.journeys.flaws import in_both_looks

pytestmark = [pytest.mark.browser, pytest.mark.once]

PLACES = """() => {
    const near = document.querySelector(".near").getBoundingClientRect();
    const boxes = [".table-top", ".question h2"].map((each) => document.querySelector(each).getBoundingClientRect());
    return boxes.map((each) => [each.top - near.top, each.height].map(Math.round));
}"""
"""The places of the table and of what is asked below it on their part of the page."""


@pytest.fixture
def made(player: Callable[[str], Any]) -> dict[str, Puzzle]:
    return of_every_game(*map(player, ("one", "two", "three")), on=timezone.now().date())


def taps(asked: Puzzle, number: int = -1) -> list[str]:
    """Return the elements to tap in order to give the answer of this number; the last is best."""
    found = msgspec.json.decode(asked.found, type=Found)
    match msgspec.json.decode(found.answers[number].action):
        case {"type": "bomb"}:
            return ["#bomb-button"]
        case {"type": "lay", "seat": seat, "colour": colour}:
            return [f"#lay-{seat}-{colour}"]
        case {"type": "wait"}:
            return ["#wait-button"]
        case {"type": "throw", "card": card}:
            return [f"#card-{card}-opens", f"#throw-{card}"]
        case {"type": "play", "card": card, "take": str(take)}:
            return [f"#hand-{card}", f"label:has(#take-{card}-1-{take})", f"#play-{card}-1"]
        case {"type": "play", "card": card, "target": int(target)}:
            return [f"#hand-{card}", f"#play-{card}-1-{target}"]
        case {"type": "play", "card": card}:
            return [f"#hand-{card}", f"#play-{card}-1"]
        case {"type": "pass"}:
            return ["#pass"]
        case {"card": card}:
            return [f"#card-{card}"]
    raise AssertionError(found.answers[number])


CUT_NAMES = """() => [...document.querySelectorAll(".plate .name")]
    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent.trim())"""
"""The names on the seats that are cut off."""
TOUCHING = """() => {
    const boxes = [...document.querySelectorAll(".brings")].map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each.querySelector("b"));
        return range.getBoundingClientRect();
    });
    return boxes.slice(1).some((each, before) => each.left - boxes[before].right < 6);
}"""
"""Whether what one card brings stands close to what the next one brings."""


def test_on_a_phone_every_player_of_a_puzzle_has_the_same_short_name_everywhere(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any]
) -> None:
    made = of_every_game(*map(player, ("one", "two", "three", "four")), on=timezone.now().date())
    page = visitor(width=360, height=740)
    for game, asked in made.items():
        page.goto(house + asked.get_absolute_url())
        named = page.locator(".plate:not(.me) .name").all_inner_texts()
        assert len(named) == 3, game
        assert page.evaluate(CUT_NAMES) == [], game
        told = page.locator("main").inner_text()
        assert not re.search(r"(Player|Person|Joueur)\s\d", told), game
        assert all(told.count(name) > 1 for name in named) or game != "bombe", "in bids and story, too"


def test_on_a_phone_what_each_card_brings_stands_apart(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any]
) -> None:
    match, page, tried = (
        recorded_match("bombe", list(map(player, ("one", "two", "three", "four")))),
        visitor(width=360, height=740),
        0,
    )
    for skip in range(6):
        asked = puzzle(match, on=timezone.now().date() - timedelta(days=skip), about="choice", skip=skip)
        for language in ("en", "de", "fr"):
            page.context.add_cookies([{"name": "django_language", "value": language, "url": house}])
            page.goto(house + asked.get_absolute_url())
            tried += page.locator(".brings b").count() == 2
            assert not page.evaluate(TOUCHING), (skip, language)
    assert tried


@pytest.mark.slow
def test_every_game_is_asked_about_on_a_phone_and_nothing_is_wrong_with_the_pages(
    house: str, visitor: Callable[..., Page], made: dict[str, Puzzle]
) -> None:
    page, found = visitor(width=360, height=740), []
    come_in(page, house, "one")
    page.goto(house)
    page.locator(".today a", has_text="Fuse").last.click()
    expect(page).to_have_url(house + made["fuse"].get_absolute_url())
    found += in_both_looks(page)
    for _ in made:
        asked = next(each for each in made.values() if each.code in page.url)
        *before, last = taps(asked)
        places = page.evaluate(PLACES)
        for tap in before:
            page.locator(tap).click()
        push(page.locator(last))
        expect(page.locator(".values")).to_be_visible()
        expect(page.locator("#answers")).to_contain_text("Right!")
        assert page.evaluate(PLACES) == places, "an answer doesn’t move the table"
        for each in ("#answers h2", "#answers .go-on a >> nth=0", ".near .question"):
            expect(page.locator(each)).to_be_in_viewport()
        found += in_both_looks(page)
        following = page.locator("#answers a.primary")
        if following.count():
            following.click()
            expect(page.locator("#question")).to_be_visible()
            found += in_both_looks(page)
    for path in (
        "/puzzles/",
        "/puzzles/?page=1",
        "/puzzles/?game=fuse",
        "/puzzles/?game=bombe&theme=bomb&state=solved",
    ):
        page.goto(house + path)
        expect(page.locator(":is(.puzzles, .todays) .solved").first).to_be_visible()
        for folded in page.locator("details.progress-games summary").all():
            folded.click()
        found += in_both_looks(page)
    assert not found, "\n".join(found)


def test_a_wrong_card_is_tried_again_from_the_keyboard(
    house: str, visitor: Callable[..., Page], made: dict[str, Puzzle]
) -> None:
    page, asked = visitor(), made["fuse"]
    come_in(page, house, "one")
    page.goto(house + asked.get_absolute_url())
    page.locator(taps(asked, 0)[-1]).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#answers [role=status]")).to_contain_text("Another answer was worth")
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_text("This time your answer doesn’t count.")).to_be_visible()
    page.locator(taps(asked)[-1]).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#answers [role=status]")).to_contain_text("Only your first answer counts.")
    page.reload()
    expect(page.locator("#answers [role=status]")).to_contain_text("Only your first answer counts.")
    page.goto(house + asked.get_absolute_url())
    expect(page.locator("#answers [role=status]")).to_contain_text("Another answer was worth")


def test_without_scripts_and_without_an_account_one_answers_and_reads_on(
    house: str, visitor: Callable[..., Page], made: dict[str, Puzzle]
) -> None:
    page = visitor(width=360, scripts=False)
    page.goto(f"{house}/puzzles/")
    page.locator(".todays li", has_text="Bombe").get_by_role("link", name="Solve this puzzle").click()
    send(page.locator(taps(made["bombe"], 0)[-1]))
    expect(page.locator("#answers")).to_contain_text("Not the best.")
    page.get_by_role("link", name="See the whole match").click()
    expect(page).to_have_url(re.compile(rf"/m/{made['bombe'].match.code}/record/\?at=\d+&as=\d$"))
    expect(page.locator("#at-said")).to_be_visible()
    page.goto(f"{house}/puzzles/")
    expect(page.locator(".todays li", has_text="Bombe")).to_contain_text("missed")
    page.locator(".todays li", has_text="Bombe").get_by_role("link", name="See the answer").click()
    expect(page.locator("#answers")).to_contain_text("Not the best.")
    page.goto(f"{house}/puzzles/")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator(".puzzles li", has_text="Bombe").first).to_contain_text("missed")


def test_puzzles_are_chosen_and_trained_one_after_the_other_from_the_keyboard(
    house: str, visitor: Callable[..., Page], made: dict[str, Puzzle]
) -> None:
    fuse, today = made["fuse"], timezone.now().date()
    earlier = [puzzle(fuse.match, on=today - timedelta(days=ago), about="turn", skip=ago) for ago in (1, 2)]
    page = visitor()
    come_in(page, house, "one")
    page.goto(f"{house}/puzzles/")
    page.locator(".puzzle-choices a", has_text="Fuse").click()
    expect(page.locator(".puzzles li")).to_have_count(3)
    page.locator(".task a.primary").click()
    for left in (2, 1, 0):
        asked = next(each for each in (fuse, *earlier) if each.code in page.url)
        page.locator(taps(asked)[-1]).focus()
        page.keyboard.press("Enter")
        expect(page.locator("#answers [role=status]")).to_contain_text("Right!")
        expect(page.locator("#next")).to_be_focused()
        expect(page.locator("#answers h2")).to_be_in_viewport()
        page.keyboard.press("Enter")
        expect(page.locator("#question" if left else ".puzzle-choices")).to_be_visible()
        assert "game=fuse" in page.url
    expect(page.locator("#task")).to_have_text("You’ve answered all of these")


def test_puzzles_are_chosen_without_scripts(house: str, visitor: Callable[..., Page], made: dict[str, Puzzle]) -> None:
    page = visitor(width=360, scripts=False)
    page.goto(f"{house}/puzzles/")
    page.locator(".puzzle-choices a", has_text="Bombe").click()
    page.locator(".puzzle-choices a", has_text="new").click()
    expect(page.locator(".puzzles li")).to_have_count(1)
    page.locator(".task a.primary").click()
    expect(page).to_have_url(f"{house}{made['bombe'].get_absolute_url()}?game=bombe&level=new")
    send(page.locator(taps(made["bombe"], 0)[-1]))
    expect(page.locator("#answers")).to_contain_text("Not the best.")
    page.locator("#next").click()
    expect(page.locator('.puzzle-choices [aria-current="true"]')).to_have_count(2)
