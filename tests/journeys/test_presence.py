"""Tests that only a page in front of someone counts as looking at a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import caches
from django.utils import timezone
from playwright.sync_api import Page

from apps.matches.store import presence
from apps.talk.services import messages
from tests.journeys.conftest import come_in

pytestmark = pytest.mark.browser

TURN = """state => {
    Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
    Object.defineProperty(document, "hidden", {value: state === "hidden", configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Tells the page that its tab came to the front or went into the background."""


def test_a_tab_in_the_background_is_not_presence_and_looks_at_once_when_it_comes_back(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    code = begin(ada, ben)
    page = visitor()
    come_in(page, house, "ada")
    page.route("**/live/**", lambda stream: stream.abort())  # The page polls only when triggered.
    page.goto(f"{house}/m/{code}/")
    with page.expect_response(lambda answer: "/news/" in answer.url):
        page.evaluate("htmx.trigger('#news', 'refresh')")
    assert presence.filter_viewed_matches(player=ada.pk, codes={code})
    page.evaluate(TURN, "hidden")
    caches["shared"].clear()
    with page.expect_response(lambda answer: "/news/" in answer.url) as asked:
        page.evaluate("htmx.trigger('#news', 'refresh')")
    assert asked.value.status in (200, 204)
    assert "x-visible" not in asked.value.request.headers
    assert not presence.filter_viewed_matches(player=ada.pk, codes={code})
    with page.expect_response(lambda answer: "/news/" in answer.url) as asked:
        page.evaluate(TURN, "visible")
    assert asked.value.request.headers["x-visible"] == "yes"
    assert presence.filter_viewed_matches(player=ada.pk, codes={code})


def test_a_tab_in_the_background_gives_its_connection_back(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    """Check that it closes its stream.

    HTTP/1.1 allows six connections per site, so the seventh tab would never load.
    """
    code = begin(ada, ben)
    page = visitor()
    come_in(page, house, "ada")
    tabs = [page, *(page.context.new_page() for _ in range(7))]
    for tab in tabs:
        with tab.expect_event("response", lambda answer: "/live/" in answer.url):
            tab.goto(f"{house}/m/{code}/")
        tab.evaluate(TURN, "hidden")
    with page.expect_event("response", lambda answer: "/live/" in answer.url):
        page.evaluate(TURN, "visible")


def test_what_was_said_while_a_tab_was_in_the_background_is_there_when_it_comes_back(
    house: str, visitor: Callable[..., Page], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    """Check the number of unread messages, which comes only with the stream."""
    code = begin(ada, ben)
    page = visitor()
    come_in(page, house, "ada")
    with page.expect_event("response", lambda answer: "/live/" in answer.url):
        page.goto(f"{house}/m/{code}/")
    page.evaluate(TURN, "hidden")
    messages.send_message(code=code, player=ben.pk, text="Still there?", now=timezone.now())
    with page.expect_response(lambda answer: "/talk/unread/" in answer.url):
        page.evaluate(TURN, "visible")
