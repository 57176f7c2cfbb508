"""Tests of a table's first view: few words to read at a glance, and few bytes to load on a phone."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Response, expect

from apps.accounts.models import Player
from apps.lobby.services import tables
from tests import luck
from tests.journeys.conftest import come_in
from tests.journeys.flaws import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.once]

MAX_WORDS = {
    ("fuse", 360): 70, ("fuse", 1280): 110,
    ("bombe", 360): 70, ("bombe", 1280): 110,
    ("frogs", 360): 70, ("frogs", 1280): 110,
    ("kobolds", 360): 70, ("kobolds", 1280): 110,
}  # fmt: skip

HEAVIEST = 90_000
"""The maximum total size of style sheets, scripts and fonts, in compressed bytes."""

SEEN = """() => {
    const words = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = walk.nextNode());) {
        const parent = text.parentElement;
        if (!text.data.trim() || parent.closest("script, style, noscript, template, select, title, symbol")) continue;
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const clipped = each => each && (getComputedStyle(each).clipPath !== "none" || clipped(each.parentElement));
        if (clipped(parent)) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const onScreen = ({ top, right, bottom, left, width, height }) =>
            width > 1 && height > 1 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
        if ([...range.getClientRects()].some(onScreen)) words.push(...text.data.trim().split(/[ \\n]+/));
    }
    return words;
}"""
"""Returns the words of every text whose box is on the screen and not hidden. A French mark belongs to its word."""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("shape", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", ["fuse", "bombe", "frogs", "kobolds"])
def test_the_first_picture_has_few_words_and_weighs_little(
    house: str, visitor: Callable[..., Page], ada: Any, game: str, shape: dict[str, int], language: str
) -> None:
    page = visitor(**shape)
    come_in(page, house, "ada")
    Player.objects.filter(pk=ada.pk).update(language=language)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": house}])
    with luck.dealt(1):
        code = tables.play_now(player=ada, now=timezone.now(), game=game)
    loaded: list[Response] = []
    page.on("response", lambda response: loaded.append(response))  # noqa: PLW0108 -- takes no method of a list
    page.goto(f"{house}/m/{code}/")
    expect(page.locator("#yours")).to_be_visible()
    page.wait_for_load_state()
    weights = {
        each.url.rpartition("/")[2]: len(gzip.compress(each.body()))
        for each in loaded
        if each.request.resource_type in ("stylesheet", "script", "font")
    }
    assert 40_000 < sum(weights.values()) <= HEAVIEST, weights
    expect(page.locator("html")).to_have_attribute("lang", language)
    words = page.evaluate(SEEN)
    assert len(words) <= MAX_WORDS[game, shape["width"]], " ".join(words)
