"""Journeys of notification settings: on a phone, with a keyboard, without scripts, and with push."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.backends.cached_db import SessionStore
from django.utils import timezone
from playwright.sync_api import Page, Worker, expect

from apps.notices.models import PushSubscription
from apps.notices.selectors import addresses
from apps.notices.selectors import preferences as chosen_preferences
from apps.notices.services import browsers, preferences, webhooks
from tests.factories.matches import NOW
from tests.journeys.conftest import PATIENCE, come_in, send
from tests.journeys.flaws import flaws, in_both_looks, unfold
from tests.journeys.test_keyboard import tab_to
from tests.notices.test_channels import Chromium

pytestmark = [pytest.mark.browser, pytest.mark.once]
SMALL = """() => [...document.querySelectorAll(
    "main :is(button, select, summary, .matrix label, .form label:has(input))"
)].filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).map(e => `too small: ${e.outerHTML}`)"""


def test_axe_has_nothing_to_say_and_nothing_moves_sideways(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    webhooks.add_webhook(player=ada, url="https://example.org/" + "long" * 30, kinds=["turn"], now=NOW)
    page = visitor(width=360, height=740, dark=True)
    come_in(page, house, "ada")
    page.goto(f"{house}/me/notices/")
    unfold(page)
    found = in_both_looks(page, lambda page: [*flaws(page), *page.evaluate(SMALL)])
    off = addresses.build_unsubscribe_url(ada.pk)
    for path in ("/mail/", off[off.index("/notices/") :], "/notices/off/nothing/"):
        page.goto(house + path)
        found += in_both_looks(page)
    assert not found, "\n".join(found)


def test_a_box_is_ticked_and_saved_with_the_keyboard_alone(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    page = visitor()
    come_in(page, house, "ada")
    page.goto(f"{house}/me/notices/")
    tab_to(page, "input[name=mail][value=over]")
    page.keyboard.press("Space")
    tab_to(page, ".form button[type=submit]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert "over" in chosen_preferences.decode_wish(preferences.get_or_create_wishes(ada.pk)).mail


def test_everything_but_ringing_works_without_scripts(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    page = visitor(scripts=False, width=360)
    come_in(page, house, "ada")
    page.goto(f"{house}/me/notices/")
    page.locator("input[name=push][value=turn]").uncheck()
    page.locator("#digest").select_option("7")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert (
        chosen_preferences.decode_wish(preferences.get_or_create_wishes(ada.pk)).digest,
        "turn" in chosen_preferences.decode_wish(preferences.get_or_create_wishes(ada.pk)).push,
    ) == (
        7,
        False,
    )
    expect(page.locator("#push-none")).to_be_visible()
    expect(page.locator("#push-add")).to_be_hidden()


def test_the_worker_is_taken_and_a_refusal_is_said(house: str, visitor: Callable[..., Page], ada: Any) -> None:
    page = visitor()
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    come_in(page, house, "ada")
    page.goto(f"{house}/me/notices/")
    expect(page.locator("#push-add")).to_be_visible()
    page.locator("#push-add").click()
    expect(page.locator("#push-error")).to_be_visible()
    ready = "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
    assert page.evaluate(f"{ready}.then(r => r.active.scriptURL)") == f"{house}/sw.js"
    manifest = "fetch('/manifest.webmanifest').then(r => r.json())"
    assert page.evaluate(f"{manifest}.then(m => fetch(m.icons[0].src)).then(r => r.status)") == 200
    assert not [said for said in errors if "Security" in said]


# -- the worker ---------------------------------------------------------------------------------

FAKE = """(made) => {
    const push = self.registration.pushManager;
    self.made = made;
    self.gone = [];
    const subscription = (words) => words && {
        endpoint: words.endpoint, options: {},
        toJSON: () => ({ endpoint: words.endpoint, keys: words }),
        unsubscribe: async () => { self.gone.push(words.endpoint); if (self.current === words) self.current = null; },
    };
    push.getSubscription = async () => subscription(self.current);
    push.subscribe = async () => subscription(self.current = self.made.shift());
    self.current = self.made.shift();
    self.shown = [];
    self.registration.showNotification = async (title, options) => {
        self.shown = self.shown.filter((each) => each.tag !== options.tag);
        const close = () => { self.shown = self.shown.filter((each) => each.tag !== options.tag); };
        self.shown.push({ title, ...options, close });
    };
    self.registration.getNotifications = async () => [...self.shown];
}"""
"""The browser's half of push, which a browser without windows doesn't have. It gives one subscription after another."""

CHANGE = """async () => {
    const change = new Event("pushsubscriptionchange");
    let work;
    change.waitUntil = (promise) => { work = promise; };
    self.dispatchEvent(change);
    await work;
}"""

SHOWN = "() => self.shown.map((each) => [each.title, each.renotify])"


@pytest.fixture
def pushing(house: str, visitor: Callable[..., Page], ada: Any) -> Callable[..., tuple[Page, Worker]]:
    """Return a function that opens Ada's browser with push on.

    It gives its page, and its worker with the endpoints it gets one by one.
    """

    def open_browser(*endpoints: str) -> tuple[Page, Worker]:
        page = visitor()
        come_in(page, house, "ada")
        page.goto(f"{house}/mine/")
        page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
        (worker,) = page.context.service_workers
        made = [Chromium().words(endpoint) for endpoint in endpoints]
        worker.evaluate(FAKE, made)
        first = browsers.Address(made[0]["endpoint"], made[0]["p256dh"], made[0]["auth"])
        session = next(each["value"] for each in page.context.cookies() if each["name"] == "sessionid")
        browsers.subscribe_browser(player=ada, address=first, name="x", session=session, now=timezone.now())
        return page, worker

    return open_browser


def _endpoints() -> list[str]:
    return list(PushSubscription.objects.values_list("endpoint", flat=True))


def _until(test: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE / 1000
    while not test():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_subscription_that_the_browser_replaces_is_taken_over(pushing: Callable[..., tuple[Page, Worker]]) -> None:
    _page, worker = pushing("https://push.example.org/1", "https://push.example.org/2")
    worker.evaluate("() => check(true)")
    worker.evaluate("() => { self.current = null; }")
    worker.evaluate(CHANGE)
    assert _endpoints() == ["https://push.example.org/2"]


def test_a_page_compares_and_a_dead_subscription_is_made_again(
    house: str, pushing: Callable[..., tuple[Page, Worker]]
) -> None:
    page, worker = pushing("https://push.example.org/1", "https://push.example.org/2")
    PushSubscription.objects.update(off_at=timezone.now())
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'granted' })")
    page.goto(f"{house}/tables/")
    _until(lambda: _endpoints() == ["https://push.example.org/2"])
    assert PushSubscription.objects.get().off_at is None
    assert worker.evaluate("() => self.gone") == ["https://push.example.org/1"]


def test_a_browser_that_was_turned_off_elsewhere_is_let_go(pushing: Callable[..., tuple[Page, Worker]]) -> None:
    _page, worker = pushing("https://push.example.org/1")
    PushSubscription.objects.all().delete()
    worker.evaluate("() => check(true)")
    assert worker.evaluate("() => self.gone") == ["https://push.example.org/1"]
    assert not _endpoints()


@pytest.mark.parametrize("ended", ["here", "elsewhere"])
def test_after_logging_out_nothing_is_left_on_the_screen(
    house: str, pushing: Callable[..., tuple[Page, Worker]], ended: str
) -> None:
    page, worker = pushing("https://push.example.org/1")
    worker.evaluate("() => show({ title: 'Your turn', tag: 'a', about: ['a'], url: '/m/abc/' })")
    page.add_init_script("navigator.clearAppBadge = async () => { sessionStorage.badge = 'none'; }")
    if ended == "here":
        page.goto(f"{house}/accounts/logout/")
        send(page.get_by_role("main").get_by_role("button", name="Log out"))
    else:
        SessionStore(PushSubscription.objects.get().session).delete()
        page.goto(f"{house}/mine/")
    _until(lambda: worker.evaluate("() => self.gone.length") == 1)
    assert worker.evaluate("() => self.shown.length") == 0
    assert page.evaluate("sessionStorage.badge") == "none"


def test_a_last_call_replaces_its_turn_and_rings_again_and_the_same_message_does_not(
    pushing: Callable[..., tuple[Page, Worker]],
) -> None:
    _page, worker = pushing("https://push.example.org/1")
    turn = {"title": "Your turn", "tag": "a", "about": ["a"], "message": "1", "url": "/m/abc/"}
    both = {"title": "2 matches", "tag": "ab", "about": ["a", "b"], "message": "2", "url": "/mine/"}
    call = {"title": "Deadline soon", "tag": "a", "about": ["a"], "message": "3", "url": "/m/abc/"}
    for said, shown in (
        (turn, [["Your turn", True]]),
        (turn, [["Your turn", False]]),
        (both, [["2 matches", True]]),
        (call, [["2 matches", True], ["Deadline soon", True]]),
    ):
        worker.evaluate("(said) => show(said)", said)
        assert worker.evaluate(SHOWN) == shown


def test_opening_a_match_closes_what_was_said_of_it(
    house: str, pushing: Callable[..., tuple[Page, Worker]], begin: Callable[..., str], ada: Any, ben: Any
) -> None:
    page, worker = pushing("https://push.example.org/1")
    code, other = begin(ada, ben), begin(ada, ben)
    for each in (code, other):
        said = {"title": each, "tag": each, "about": [each], "url": f"{house}/m/{each}/"}
        worker.evaluate("(said) => show(said)", said)
    page.goto(f"{house}/m/{code}/")
    _until(lambda: worker.evaluate(SHOWN) == [[other, True]])
    # The match is in front of its player and polls for news.
    worker.evaluate("(said) => show(said)", {"title": code, "tag": code, "about": [code], "url": f"{house}/m/{code}/"})
    page.evaluate("() => htmx.trigger('#news', 'refresh')")
    _until(lambda: worker.evaluate(SHOWN) == [[other, True]])
