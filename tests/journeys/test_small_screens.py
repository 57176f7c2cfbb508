"""Tests of pages on phones: unbroken numbers, fields that don't zoom, and a menu that leads everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from apps.games import load_games
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import new_match
from tests.factories.people import guest
from tests.journeys.conftest import come_in

pytestmark = [pytest.mark.browser, pytest.mark.once]

WIDTHS: Final = (320, 360, 600, 900)

TORN: Final = """() => {
    const found = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = walk.nextNode());) {
        if (!text.parentElement.checkVisibility() || text.parentElement.closest("svg, select, code")) continue;
        if (/^\\s*\\d+\\s*$/.test(text.data)) text.data = text.data.replace(/\\d+/, "30");
        for (const number of text.data.matchAll(/\\d+/g)) {
            const range = document.createRange();
            range.setStart(text, number.index);
            range.setEnd(text, number.index + number[0].length);
            const tops = [...range.getClientRects()].map(each => Math.round(each.top));
            if (new Set(tops).size > 1) found.add(`${number[0]} in ${text.parentElement.outerHTML.slice(0, 90)}`);
        }
    }
    return [...found];
}"""
"""Returns numbers whose digits are on several lines, after making numbers of one digit have two."""

SMALL: Final = """() => [...document.querySelectorAll("input, select, textarea")]
    .filter(each => !["hidden", "checkbox", "radio", "range", "submit"].includes(each.type))
    .filter(each => parseFloat(getComputedStyle(each).fontSize) < 16)
    .map(each => each.outerHTML.slice(0, 90))"""
"""Returns the fields into which an iPhone zooms when they're touched."""


@pytest.fixture
def everywhere(ada: Any, ben: Any, cleo: Any) -> list[str]:
    """Return the paths of pages with many numbers or fields."""
    paths = ["/", "/mine/", "/tables/", "/tables/new/", "/matches/", "/fame/", "/tournaments/", "/tournaments/new/"]
    paths += ["/accounts/me/", "/accounts/preferences/", "/puzzles/", "/p/ada/", "/games/"]
    for game in load_games().values():
        pace = next(iter(game.meta.paces.values()))
        running = new_match(ada, ben, cleo, game=game.meta.slug, pace=dict(pace), now=timezone.now())
        over = recorded_match(game.meta.slug, [ada, ben, cleo], seed=3)
        paths += [
            f"/m/{running.code}/",
            f"/m/{over.code}/",
            f"/m/{over.code}/record/?at=9",
            f"/ratings/{game.meta.slug}/",
        ]
    return paths


@pytest.mark.slow
def test_numbers_stay_in_one_piece_and_fields_do_not_zoom(
    house: str, visitor: Callable[..., Page], everywhere: list[str]
) -> None:
    page, found = visitor(width=WIDTHS[0], height=740), list[str]()
    come_in(page, house, "ada")
    for path in everywhere:
        page.set_viewport_size({"width": WIDTHS[0], "height": 740})
        page.goto(house + path)
        found += [f"{path}: {each}" for each in page.evaluate(SMALL)]
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            found += [f"{path}, {width} wide: {each}" for each in page.evaluate(TORN)]
    assert not found, "\n".join(found)


COVERED: Final = """() => {
    const badge = document.querySelector(".waits").getBoundingClientRect();
    const range = document.createRange();
    return [...document.querySelectorAll(".bar-site a")].filter(link => {
        range.selectNodeContents(link.matches(".to-mine") ? link.firstChild : link);
        return [...range.getClientRects()].some(word => word.left < badge.right && badge.left < word.right
            && word.top < badge.bottom - 4 && badge.top < word.bottom - 4);
    }).map(link => link.textContent.trim());
}"""
"""Returns the words of the menu that the number of waiting matches covers."""


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_menu_leads_everywhere_and_the_badge_covers_nothing(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, language: str
) -> None:
    new_match(ada, ben, pace={"turn": 3600, "matchman": 600}, now=timezone.now())
    ada.language = language
    ada.save()
    page, found = visitor(width=320, height=740), list[str]()
    come_in(page, house, "ada")
    page.route("**/notices/bar/**", lambda route: route.abort())  # Its number would replace the one under test.
    for path in ("/tables/", "/mine/"):
        page.goto(house + path)
        games = page.locator('.nav a[href="/games/"]')
        expect(games).to_be_visible()
        page.evaluate("document.querySelector('#waiting').innerHTML = '<span class=waits>1</span>'")
        for number in ("1", "12", "99+"):
            page.evaluate("number => document.querySelector('.waits').textContent = number", number)
            for width in (320, 360, 412, 700, 899, 900, 1280):
                page.set_viewport_size({"width": width, "height": 740})
                found += [f"{path}, {width} wide: {number} on {word}" for word in page.evaluate(COVERED)]
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
    assert not found, "\n".join(found)
    games.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.url == f"{house}/games/"


LINES: Final = """() => new Set([...document.querySelectorAll(".nav li:not(.nav-bell, .nav-end) a")]
    .map(link => Math.round(link.getBoundingClientRect().top))).size"""
"""Returns on how many lines the menu's places stand."""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_menu_of_a_phone_is_one_line_beside_a_scrollbar_too(
    house: str, visitor: Callable[..., Page], ada: Any, language: str
) -> None:
    ada.language = language
    ada.save()
    page = visitor(width=345, height=740)
    come_in(page, house, "ada")
    page.goto(house + "/games/")
    expect(page.locator('.nav a[href="/games/"]')).to_be_visible()
    assert page.evaluate(LINES) == 1
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate(LINES) == 1


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_visitor_finds_both_doors_in_one_line_on_a_phone(
    house: str, visitor: Callable[..., Page], language: str
) -> None:
    page = visitor(width=360, height=740)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": house}])
    page.goto(house + "/games/")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        boxes = [each.bounding_box() for each in page.locator(".brand, .nav-end a").all()]
        tops = {round(box["y"] + box["height"] / 2) for box in boxes if box}
        assert len(boxes) == 3
        assert max(tops) - min(tops) <= 2, (width, tops)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".nav-end a").last.click()
    expect(page).to_have_url(f"{house}/accounts/signup/")


BAR_HEIGHT: Final = 44
"""The height of a match's header on a phone in pixels: the table below it fills the rest of the screen."""

BAR: Final = """() => {
    const bar = document.querySelector(".live-bar"), found = [], boxes = [];
    const shown = each => each.checkVisibility() && !each.closest(".live-bar .sr-only")
        && getComputedStyle(each).clipPath === "none" && getComputedStyle(each.parentElement).clipPath === "none";
    for (const part of bar.querySelectorAll("h1, .progress, .state, .until, .menu-button, .emblem")) {
        if (!shown(part)) continue;
        const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), range = document.createRange();
        const drawn = part.matches("svg, button") ? [part.getBoundingClientRect()] : [];
        for (let text; (text = walk.nextNode());) {
            if (!text.data.trim() || !shown(text.parentElement)) continue;
            range.selectNodeContents(text);
            drawn.push(...range.getClientRects());
            for (let each = text.parentElement; each !== bar; each = each.parentElement)
                if (getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1)
                    found.push(`${text.data.trim()} is cut off`);
        }
        boxes.push(...drawn.map(box => [part, box]));
    }
    const { top, bottom } = bar.getBoundingClientRect(), name = part => part.getAttribute("class") || part.tagName;
    boxes.forEach(([one, a], n) => {
        if (a.left < 0 || a.right > document.body.clientWidth + 1) found.push(`${name(one)} leaves the page`);
        if (a.top < top - 1 || a.bottom > bottom + 1) found.push(`${name(one)} leaves the header`);
        for (const [other, b] of boxes.slice(n + 1)) {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (one !== other && across > 1 && down > 1) found.push(`${name(one)} lies over ${name(other)}`);
        }
    });
    return [...new Set(found)];
}"""
"""Returns what of a match's header is cut off, outside the page or under something else."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["fuse", "bombe", "frogs", "kobolds"])
def test_the_header_of_a_match_fits_on_a_phone_in_every_language(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, game: str
) -> None:
    for pace in ("daily", "weekly"):
        seconds = dict(load_games()[game].meta.paces[pace])
        table = new_match(ada, ben, cleo, game=game, pace=seconds, now=timezone.now())
        for name in ("ada", "ben"):
            page = visitor(width=360, height=740)
            come_in(page, house, name)
            for language in ("en", "de", "fr"):
                page.context.add_cookies([{"name": "django_language", "value": language, "url": house}])
                for width in (320, 360):
                    page.set_viewport_size({"width": width, "height": 740})
                    page.goto(f"{house}/m/{table.code}/")
                    expect(page.locator(".live-bar .until time")).not_to_contain_text("{")
                    assert page.evaluate(BAR) == [], (pace, name, language, width)
                    expect(page.get_by_role("heading", level=1)).not_to_be_empty()


@pytest.mark.parametrize(("game", "seats"), [("fuse", 6), ("bombe", 6), ("frogs", 8), ("kobolds", 5)])
def test_the_header_of_a_match_keeps_its_height_however_many_are_awaited(
    house: str, visitor: Callable[..., Page], game: str, seats: int
) -> None:
    guests = [guest(f"quiet-nightingale-{number}") for number in range(401, 401 + seats)]
    pace = dict(load_games()[game].meta.paces["daily"])
    table = new_match(*guests, game=game, pace=pace, now=timezone.now())
    page, found = visitor(width=360, height=740), dict[tuple[str, int], float]()
    for language in ("en", "de", "fr"):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": house}])
        page.goto(f"{house}/m/{table.code}/")
        expect(page.locator(".live-bar .awaits").first).to_be_visible()
        for width in (345, 360, 430):
            page.set_viewport_size({"width": width, "height": 740})
            found[language, width] = page.evaluate("document.querySelector('.live-bar').getBoundingClientRect().height")
    assert found == dict.fromkeys(found, BAR_HEIGHT)
