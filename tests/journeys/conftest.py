"""Fixtures and helpers for journeys: a watched clock, browsers of the right shape, and functions that click."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connections
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect
from playwright.sync_api import Error as BrowserError

from apps.accounts.models import Player
from apps.games import load_games
from apps.matches.engine import deadlines
from apps.matches.models import Chair, Match, Question
from apps.matches.services import play
from apps.matches.store import first_look, looks, news_source
from tests.journeys.flaws import HIDDEN

PATIENCE = 15_000
"""The number of milliseconds a browser gets on a busy machine."""
expect.set_options(timeout=PATIENCE)

LIMIT = 120
"""The number of turns after which a journey counts as lost; no match with these options comes near it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In CI, give a failed journey a second try, and report it as RERUN.

    A browser on a busy machine drops a connection now and then, and one such case shouldn't hold up a release.
    """
    if os.environ.get("CI") == "true":
        for item in items:
            if item.path.is_relative_to(Path(__file__).parent):
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture
def house(live_site: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the address of a running site with a watched clock, bots without pauses, and quick news."""
    monkeypatch.setattr(deadlines, "BOT_PAUSE", timedelta())
    monkeypatch.setattr(news_source, "POLL_SECONDS", 0.1)  # Browsers poll again and again for news.
    over = threading.Event()
    thread = threading.Thread(target=_sweep, args=(over,), daemon=True)
    thread.start()
    yield live_site
    over.set()
    thread.join(timeout=10)
    assert not thread.is_alive(), "the sweeper did not stop"


def _sweep(over: threading.Event) -> None:
    try:
        while not over.wait(0.1):
            if first_look.is_any_match_due(now=timezone.now()):
                play.settle_due(now=timezone.now())
    finally:
        connections.close_all()


@pytest.fixture
def visitor(request: pytest.FixtureRequest, playwright: Playwright, browser_name: str) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens a page in a browser of its own: `visitor(width=360, dark=True, scripts=False)`."""
    if browser_name == "firefox":
        yield from visitors(request.getfixturevalue("firefox"))
    else:
        browser = request.getfixturevalue("browser")
        yield from visitors(lambda **_: browser)


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Callable[..., Browser]]:
    """Yield a function that launches Debian's Firefox, once for each kind of visitor.

    It ignores Playwright's settings for motion and dark mode, so they are set as its own preferences. With scripts off,
    Playwright finds nothing on its pages.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # As for Chromium (`tests/conftest.py`).
    if (path := shutil.which("firefox-esr")) is None:
        pytest.skip("Firefox is not tried: Debian's firefox-esr is missing")
    launched: dict[tuple[bool, bool], Browser] = {}

    def launch(*, dark: bool, scripts: bool, still: bool) -> Browser:
        if not scripts:
            pytest.skip("Firefox is not tried without scripts")
        kind = dark, still
        if kind not in launched:
            preferences = {
                "ui.systemUsesDarkTheme": int(dark),
                "layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
                "ui.prefersReducedMotion": int(still),
            }
            options: dict[str, Any] = {"channel": "moz-firefox", "firefox_user_prefs": preferences}
            launched[kind] = playwright.firefox.launch(executable_path=path, **options)
        return launched[kind]

    try:
        launch(dark=False, scripts=True, still=True).new_context().close()
    except BrowserError as error:
        for browser in launched.values():
            browser.close()
        pytest.skip(f"Firefox is not tried: {error.message.splitlines()[0]}")
    loop = asyncio._get_running_loop()
    yield launch
    asyncio._set_running_loop(loop)  # As in `open_until_the_end`.
    for browser in launched.values():
        browser.close()


def visitors(launch: Callable[..., Browser]) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens pages in the browsers that `launch` returns, and close them all afterwards."""
    opened: list[BrowserContext] = []

    def open_page(
        *, width: int = 1280, height: int = 900, dark: bool = False, scripts: bool = True, still: bool = True
    ) -> Page:
        context = launch(dark=dark, scripts=scripts, still=still).new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            reduced_motion="reduce" if still else "no-preference",
            locale="en-GB",
        )
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        return context.new_page()

    yield open_page
    for context in opened:
        context.close()


@pytest.fixture
def begin() -> Callable[..., str]:
    """Return a function that starts a match of Fuse among players and bots.

    `begin(ada, None, None, short_fuse=True)` returns its code; None is a bot.
    """

    def deal(*sitters: Any, pace_name: str = "daily", **options: Any) -> str:
        game = load_games()["fuse"]
        seats = [play.Sitter(player=None if sitter is None else sitter.pk, bot=sitter is None) for sitter in sitters]
        setup = game.setup(len(seats), options)
        return play.start_match(
            game="fuse", setup=setup, pace=game.meta.paces[pace_name], seats=seats, now=timezone.now()
        )

    return deal


def come_in(page: Page, house: str, name: str) -> None:
    """Log in without the form, which has a journey of its own."""
    client = Client()
    client.force_login(Player.objects.get(username=name))
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": house}])


def log_in(page: Page, house: str, name: str, password: str = "slow and steady") -> None:
    """Log in through the form, as a person does."""
    page.goto(f"{house}/accounts/login/")
    page.locator("#id_login").fill(name)
    page.locator("#id_password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def awaited(code: str, *seats: int) -> Iterator[int]:
    """Yield the seats that the table is waiting for, until the match is over.

    Players without scripts then load no page in vain.
    """
    until = time.monotonic() + 120
    while Match.objects.filter(code=code, status=Match.Status.PLAYING).exists():
        assert time.monotonic() < until, "the match does not end"
        open_ = Question.objects.filter(match__code=code, seat__in=seats, answered=False)
        asked = sorted(set(open_.values_list("seat", flat=True)))
        yield from asked
        if not asked:
            time.sleep(0.03)


def push(button: Locator) -> None:
    """Click a button whose answer replaces it.

    Playwright's own click checks the button again afterwards. If a quick answer has removed it, Playwright assumes the
    click missed and waits for another button.
    """
    expect(button).to_be_enabled()
    button.dispatch_event("click")


def pushed(buttons: Locator) -> bool:
    """Click the first of these that can be clicked, if there is one right now.

    While others play, news can replace a button between a check and the click, and `push` would wait for another.
    """
    clicked: bool = buttons.evaluate_all(
        "found => { const first = found.find(each => !each.disabled); first?.click(); return Boolean(first); }"
    )
    return clicked


def play_on(page: Page, *widths: int) -> None:
    """Play the first playable card until the match is over, alternating between these widths."""
    for n in range(LIMIT):
        if widths:
            page.set_viewport_size({"width": widths[n % len(widths)], "height": 740})
        turn = page.locator("button.hold.lay, button.hold.shed")
        expect(turn.first.or_(page.locator(".result"))).to_be_visible()
        if page.locator(".result").count():
            return
        heard = page.locator("#heard").get_attribute("value")
        push(turn.first)
        expect(page.locator(f'#heard[value="{heard}"]')).to_have_count(0)
    raise AssertionError("the match does not end")


def send(button: Locator) -> None:
    """Click the button of a plain form and see the page that answers.

    If you reloaded while that page was loading, you'd get one that the browser has already dropped.
    """
    with button.page.expect_navigation(wait_until="domcontentloaded"):
        button.click()


def forget_visits(chair: Chair) -> None:
    """Let a player have seen nothing of their match but the deal."""
    caches["shared"].set(looks.build_visit_key(chair), 1)


def hidden_on_return(page: Page, house: str, code: str, player: int) -> list[str] | None:
    """Return what a player can't see without scrolling when they return to a match.

    They have seen nothing but the deal. The result is None if nothing has happened since they answered.
    """
    forget_visits(Chair.objects.get(match__code=code, player=player))
    page.goto(f"{house}/m/{code}/")
    return list(page.evaluate(HIDDEN, True)) if page.locator("section.since").count() else None
