"""Journeys of animated moments: how news plays, what players can do meanwhile, and what remains of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page, expect

from apps.games.fuse.state import Bomb
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import MatchDriver, sealed_match
from tests.journeys.conftest import come_in

pytestmark = [pytest.mark.browser, pytest.mark.once]

_WATCH = """() => {
    const beats = []; window.moved = 0; window.shifted = 0;
    const look = () => {
        const layer = document.querySelector(".moment-layer");
        const beat = layer ? layer.dataset.beat || beats.at(-1) : "gone";
        if (layer && beats.at(-1) === "gone") beats.length = 0;
        if (beats.at(-1) !== beat) beats.push(beat);
        document.documentElement.dataset.beats = beats.join(" ");
        if (layer) moved = Math.max(moved, document.getAnimations().length);
    };
    const all = { subtree: true, childList: true, attributeFilter: ["data-beat"] };
    new MutationObserver(look).observe(document.body, all);
    new PerformanceObserver(list => { for (const each of list.getEntries()) shifted += each.value; })
        .observe({ type: "layout-shift" });
}"""
"""Makes the page record the beats of the latest moment, the number of animations at once, and layout shifts."""


_LISTEN = """() => {
    const { moments } = slowfuse, { play } = moments, { dataset } = document.documentElement;
    moments.play = lines => {
        dataset.played = lines.map(each => parseInt(each.dataset.fact)).join(" ");
        return play(lines);
    };
}"""
"""Makes the page store the facts of what it played last."""


def _is_played(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-beats", "hold bang gets gone")


def _slowly(page: Page, rate: float) -> None:
    """Slow animations down to this rate, so that a busy machine doesn't miss them."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": rate})


@pytest.mark.slow
def test_a_bomb_goes_off_in_three_beats_and_blocks_nothing(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    table = MatchDriver(code)
    if table.ask.seat == 1:
        table.lay()
    page = visitor(width=360, height=740, still=False)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/")
    page.evaluate(_WATCH)
    page.locator("button.hold.lay").first.click()
    expect(page.locator("#yours")).to_have_count(0)
    table.answer(Bomb())
    _is_played(page)
    assert page.evaluate("moved") > 4
    assert page.evaluate("shifted") == 0, "a moment moves no layout"
    expect(page.locator("#story .playing")).to_have_count(0)
    assert page.evaluate("document.getAnimations().filter(each => each.effect.target?.closest('.people')).length") == 0

    _slowly(page, 0.05)
    page.locator("#story .replay").first.click()
    expect(page.locator(".moment-layer [class=moment-flame]")).to_have_count(1)
    assert page.evaluate("document.getAnimations().length") > 4
    expect(page.locator("#story .playing")).to_have_count(1)
    page.locator("button.hold.lay").first.click()  # The click would go through an animation in front of it.
    expect(page.locator(".moment-layer")).to_have_count(0)
    expect(page.locator("#yours")).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("data-beats", "hold gone")


def test_without_motion_a_moment_is_a_sentence(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    table = MatchDriver(code)
    if table.ask.seat == 0:
        table.lay()
    page = visitor(still=True)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{code}/")
    page.evaluate(_WATCH)
    table.lay()
    page.locator("#bomb-button").click()
    expect(page.locator(".still .moment-said")).to_contain_text("Boom!")
    expect(page.locator(".moment-gain")).to_have_count(1)
    assert page.evaluate("document.getAnimations().length") == 0
    page.keyboard.press("Shift")
    expect(page.locator(".moment-layer")).to_have_count(0)

    page.evaluate("document.documentElement.dataset.motion = 'full'")
    page.locator("#story .replay").first.click()
    _is_played(page)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seed", "scenes"),
    [
        ("fuse", 4, {"end"}),
        ("bombe", 4, {"end", "blast", "take"}),
        ("frogs", 4, {"end", "turn"}),
        ("kobolds", 4, {"end", "blast", "take"}),
    ],
)
def test_the_end_of_a_match_is_played_again_from_its_story(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any], game: str, seed: int, scenes: set[str]
) -> None:
    match = recorded_match(game, [player(name) for name in ("ada", "ben", "cleo", "dov")], seed=seed)
    page = visitor(width=360, height=740, dark=True, still=False)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{house}/m/{match.code}/record/?at={match.moves - 1}")
    page.evaluate(_WATCH)
    _slowly(page, 3)
    assert page.evaluate("slowfuse.moments.hear") is None, "sounds are for who asked"
    page.evaluate("document.documentElement.dataset.sound = 'on'")
    lines = "[...document.querySelectorAll('#story li:has([data-moment])')].reverse()"
    found = page.evaluate(f"{lines}.map(each => each.querySelector('[data-moment]').dataset.moment)")
    assert scenes <= set(found)
    assert page.evaluate(f"slowfuse.moments.play({lines})") is True
    _is_played(page)
    assert page.evaluate("shifted") == 0
    expect(page.locator(".moment-layer, .playing")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("typeof slowfuse.moments.hear") == "function"
    assert not wrong
    drawn = page.evaluate(
        """[...document.querySelectorAll('#story template')]
            .flatMap(each => [...each.content.querySelectorAll('use')].map(use => use.getAttribute('href')))
            .filter(href => !document.querySelector(href))"""
    )
    assert not drawn, "what a moment draws is a picture of its game"


def test_who_jumps_to_a_moment_sees_it_and_not_all_that_came_before(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    match = recorded_match("fuse", [ada, ben, cleo], seed=3)
    page = visitor(width=360, height=740)
    page.goto(f"{house}/m/{match.code}/record/?at=0&as=public")
    page.evaluate(_LISTEN)
    page.locator("#next-moment").click()
    expect(page.locator("html")).to_have_attribute("data-played", re.compile(r"^\d+"))
    at, begins = page.locator("#at-said").inner_text(), page.locator("#seen").get_attribute("data-begins")
    first = (page.locator("html").get_attribute("data-played") or "").split()[0]
    assert int(at) > 1
    assert int(first) == int(begins or 0) + 1
    page.locator("#last").click()
    expect(page.locator("#at-said")).to_have_text(page.locator("#at").get_attribute("max") or "")
    page.locator("#first").click()
    expect(page.locator("#at-said")).to_have_text("0")
    assert not re.search(r"(^| )1( |$)", page.locator("html").get_attribute("data-played") or ""), "the deal is none"


_HEAR = """async source => {
    const heard = {};
    for (const name of ["hiss", "boom", "flip", "rattle", "zap", "coin", "chime"]) {
        const room = new OfflineAudioContext(1, 88200, 44100);
        window.AudioContext = function () { return room; };
        window.slowfuse = { moments: {} };
        (0, eval)(source);
        window.slowfuse.moments.hear(name);
        const waves = (await room.startRendering()).getChannelData(0).map(Math.abs);
        heard[name] = [Math.max(...waves), waves.findLastIndex(wave => wave > 0.002) / 44100];
    }
    return heard;
}"""
"""Plays every sound into a buffer, and returns its loudness (1 crackles) and its length in seconds."""


def test_every_sound_is_heard_crackles_nowhere_and_is_over_within_a_second(visitor: Callable[..., Page]) -> None:
    source = Path(str(finders.find("moments/sounds.js"))).read_text()
    heard = visitor().evaluate(_HEAR, source)
    assert set(heard) == set(re.findall(r"^    (\w+): \(\) =>", source, re.MULTILINE))
    for name, (loudest, over) in heard.items():
        assert 0.02 < loudest < 0.9, name
        assert 0.02 < over < 1, name


_COVERED = """() => {
    window.covered = [];
    const seen = each => {
        for (let node = each; node; node = node.parentElement) if (+getComputedStyle(node).opacity < 0.5) return false;
        return true;
    };
    const look = () => {
        // What decided the match is played in a place of its own in the result.
        const layer = document.querySelector("body > .moment-layer");
        const stage = layer?.querySelector(".moment-stage").getBoundingClientRect();
        for (const each of stage ? document.querySelectorAll(".question > *, .result") : []) {
            const box = each.getBoundingClientRect();
            const apart = box.bottom <= stage.top + 1 || box.top >= stage.bottom - 1 || !box.width || !box.height;
            if (!apart && seen(each)) covered.push(`${layer.dataset.scene}: ${each.className || each.id}`);
        }
        window.scenes = (window.scenes ?? 0) + Boolean(stage);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Makes the page note every frame in which a scene covers a visible question or result."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "width", "height"),
    [("fuse", 360, 740), ("bombe", 1280, 800), ("frogs", 1280, 800), ("kobolds", 360, 740)],
)
def test_no_scene_covers_a_question_or_a_result(
    house: str, visitor: Callable[..., Page], player: Callable[[str], Any], game: str, width: int, height: int
) -> None:
    sitters = [player(name) for name in ("ada", "ben", "cleo", "dov")]
    table = sealed_match(game, *sitters)
    page = visitor(width=width, height=height, still=False)
    come_in(page, house, "ada")
    page.goto(f"{house}/m/{table.code}/")
    page.evaluate(_COVERED)
    for _ in range(12):
        table.step()
    expect(page.locator("#live")).to_have_attribute("data-heard", str(table.look(sitters[0]).heard))
    expect(page.locator("html[data-playing]")).to_have_count(0)
    table.finish()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("html[data-playing]")).to_have_count(0)
    expect(page.locator(".result")).to_have_css("opacity", "1")
    assert page.evaluate("scenes") > 20
    assert page.evaluate("[...new Set(covered)]") == []


_SMALL = """() => {
    document.documentElement.dataset.sound = "on";
    window.sounds = []; window.outside = 0; window.shifted = 0;
    slowfuse.moments.sound = name => sounds.push(name);
    const look = () => {
        const layer = document.querySelector(".moment-layer");
        const frame = document.querySelector("#decider");
        if (layer && !frame.contains(layer)) outside += 1;
        if (layer) document.documentElement.dataset.small = "played";
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    new PerformanceObserver(list => { for (const each of list.getEntries()) shifted += each.value; })
        .observe({ type: "layout-shift" });
}"""
"""Makes the page record whether a moment was played small or elsewhere, and which sounds were heard."""


@pytest.mark.parametrize("game", ["fuse", "bombe", "frogs", "kobolds"])
def test_what_decided_a_match_is_played_in_its_result_silently_and_again_by_a_tap(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any, game: str
) -> None:
    match = recorded_match(game, [ada, ben, cleo], seed=3)
    page = visitor(width=360, height=740, still=False)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.add_init_script(f"addEventListener('DOMContentLoaded', {_SMALL})")
    page.goto(f"{house}/m/{match.code}/")
    frame, layer = page.locator("#decider"), page.locator(".moment-layer")
    frame.scroll_into_view_if_needed()
    expect(page.locator("html")).to_have_attribute("data-small", "played")
    expect(layer).to_have_count(0)
    expect(frame.locator(".still")).to_be_visible()
    page.evaluate("() => { delete document.documentElement.dataset.small; window.shifted = 0; }")
    frame.click()
    expect(page.locator("html")).to_have_attribute("data-small", "played")
    expect(layer).to_have_count(0)
    assert page.url.endswith(f"/m/{match.code}/")
    assert page.evaluate("[outside, sounds.length, shifted]") == [0, 0, 0]
    assert not wrong


def test_without_motion_what_decided_a_match_is_a_picture_that_leads_to_its_move(
    house: str, visitor: Callable[..., Page], ada: Any, ben: Any, cleo: Any
) -> None:
    match = recorded_match("fuse", [ada, ben, cleo], seed=3)
    for page in (visitor(still=True), visitor(scripts=False)):
        page.goto(f"{house}/m/{match.code}/")
        frame = page.locator("#decider")
        expect(frame.locator(".still svg").first).to_be_visible()
        expect(page.locator(".moment-layer")).to_have_count(0)
        frame.click()
        expect(page).to_have_url(re.compile(r"/record/\?at=\d+$"))
