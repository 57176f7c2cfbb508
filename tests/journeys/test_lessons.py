"""Journeys of a guided first match: with every suggestion on a phone, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from apps.games import load_games
from tests.journeys.conftest import push, send
from tests.journeys.flaws import PHONE, in_both_looks

pytestmark = pytest.mark.once

STEPS = sum(not step.again for step in load_games()["fuse"].lesson.steps)


def test_a_newcomer_learns_fuse_by_pressing_what_is_marked_on_a_phone(house: str, visitor: Callable[..., Page]) -> None:
    page = visitor(width=360, height=740, dark=True)
    page.goto(house)
    page.get_by_role("link", name="Play now").click()
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    flaws = in_both_looks(page)
    page.get_by_role("button", name="Fuse: Learn").click()
    told: list[str] = []
    for answers in range(load_games()["fuse"].lesson.moves + 1):
        bubble = page.get_by_role("complementary", name="Lesson")
        told += bubble.locator(".lesson-count").all_inner_texts()
        if page.locator(".result").count():
            break
        page.evaluate("scrollTo(0, 0)")  # The flaw finder has scrolled the page.
        expect(bubble).to_be_in_viewport(ratio=1)
        flaws += in_both_looks(page) if answers == 1 else []
        marked = page.locator(".lesson-target")
        expect(marked).to_have_count(1)
        expect(marked).to_be_in_viewport(ratio=1)
        assert not page.evaluate(_COVERED), "the bubble lies over a button"
        heard = page.locator("#heard").get_attribute("value")
        push(marked)
        expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    assert told == [f"{step} of {STEPS}" for step in range(1, STEPS + 1)], "each step is counted once"
    expect(page.get_by_role("button", name="Play a real match")).to_have_class(re.compile("primary"))
    expect(page.get_by_role("button", name=re.compile("^Learn "))).to_be_visible()
    page.get_by_role("button", name="Got it").click()
    expect(page.get_by_role("complementary", name="Lesson")).to_have_count(0)
    assert not flaws, "\n".join(flaws)


def test_a_lesson_is_followed_put_away_and_skipped_without_scripts(house: str, visitor: Callable[..., Page]) -> None:
    page = visitor(width=360, height=740, scripts=False)
    page.goto(house)
    send(page.get_by_role("button", name=re.compile("Frogs: Learn")))
    bubble = page.locator(".lesson-says")
    expect(bubble).to_contain_text("This time, wait.")
    expect(page.locator(".question .hand")).to_have_css("outline-style", "dashed")
    send(page.locator("#wait-button"))
    expect(bubble).to_contain_text("Wait again.")
    send(page.get_by_role("button", name="Got it"))
    expect(bubble).not_to_contain_text("Wait again.")
    send(page.get_by_role("button", name="Skip the lesson"))
    expect(page.locator(".lesson")).to_have_count(0)
    page.locator(".blue summary").click()
    send(page.locator("#throw-blue"))  # This wasn't suggested, but the match goes on.
    expect(page.locator("#story")).to_contain_text("You plan to throw")


def test_a_bubble_waits_for_the_scene_it_speaks_of(house: str, visitor: Callable[..., Page]) -> None:
    page = visitor(width=360, height=740)
    page.goto(f"{house}/play-now/")
    page.get_by_role("button", name="Fuse: Learn").click()
    bubble, marked = page.locator(".lesson"), page.locator(".lesson-target")
    expect(bubble).to_be_visible()
    expect(marked).to_have_count(1)
    before = page.locator(".question .hand").bounding_box()
    page.evaluate("document.documentElement.dataset.playing = ''")
    expect(bubble).to_be_hidden()
    assert page.locator(".question .hand").bounding_box() == before, "nothing moves when it comes"
    page.evaluate("document.dispatchEvent(new Event('htmx:afterSwap'))")
    expect(marked).to_have_count(0)
    page.evaluate("delete document.documentElement.dataset.playing; document.dispatchEvent(new Event('moments:over'))")
    expect(bubble).to_be_visible()
    expect(marked).to_have_count(1)


@pytest.mark.parametrize("game", sorted(load_games()))
def test_the_frame_around_what_is_marked_lies_over_no_heading(
    house: str, visitor: Callable[..., Page], game: str
) -> None:
    page = visitor(**PHONE)
    page.goto(f"{house}/play-now/")
    page.get_by_role("button", name=f"{load_games()[game].meta.title}: Learn").click()
    expect(page.locator(".lesson-target").first).to_be_visible()
    found = list[tuple[str, int, str]]()
    for language in ("en", "de", "fr"):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": house}])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".lesson-target").first).to_be_visible()
        for width in (360, 390, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            found += [(language, width, words) for words in page.evaluate(_FRAMED)]
    assert found == []


_FRAMED = """() => [...document.querySelectorAll(".lesson-target")].flatMap(target => {
    const { left, top, right, bottom } = target.getBoundingClientRect(), style = getComputedStyle(target);
    const more = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
    return [...document.querySelectorAll("#question h2, #question .prompt p")].filter(words => {
        const range = document.createRange();
        range.selectNodeContents(words);
        return [...range.getClientRects()].some(line => line.width > 1 && line.bottom > top - more
            && line.top < bottom + more && line.right > left - more && line.left < right + more);
    }).map(words => words.textContent.trim());
})"""
"""Returns the words of the question that the frame around what is marked lies over."""

_COVERED = """() => {
    const slip = document.getElementById("lesson").getBoundingClientRect();
    return [...document.querySelectorAll(".question button")].filter(each => !each.closest(".lesson")).some(each => {
        const there = each.getBoundingClientRect();
        return there.width && there.top < slip.bottom && there.bottom > slip.top
            && there.left < slip.right && there.right > slip.left;
    });
}"""
