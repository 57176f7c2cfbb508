"""Tests of push and webhooks: what arrives, what proves that it's ours, and what happens if no one takes it."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import http_ece
import msgspec
import pytest
from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.http import http_date
from django.utils.translation import gettext
from py_vapid import Vapid02

from apps.accounts.models import Player
from apps.matches.models import Match, QuietHoursRow
from apps.notices.channels import web_push, webhook
from apps.notices.delivery import retry_after
from apps.notices.models import Delivery, Kind, Notice, PushSubscription, Webhook
from apps.notices.selectors import browsers as browsers_of
from apps.notices.selectors.preferences import Wish
from apps.notices.services import browsers, delivery, preferences, sweep, webhooks
from apps.notices.wording import NoticeLine
from tests.conftest import PASSWORD
from tests.factories.matches import NOW, MatchDriver, new_match
from tests.mail_settings import mail_by
from tests.notices.conftest import mails, tell
from tests.notices.listener import Listener

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
DAILY = {"turn": 86400, "matchman": 43200}


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    found = next(t for t in (new_match(ada, ben, seed=n, pace=DAILY) for n in range(20)) if t.ask.seat == 0)
    Match.objects.exclude(code=found.code).delete()
    preferences.save_wish(player=ada.pk, wish=Wish(mail=()))
    return found


class Chromium:
    """A browser's half of push."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen bytes ok"

    def words(self, endpoint: str) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "do": "add",
            "endpoint": endpoint,
            "p256dh": _text(point),
            "auth": _text(self.secret),
            "name": "Chromium",
        }

    def reads(self, body: bytes) -> dict[str, str]:
        said: dict[str, str] = json.loads(
            http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        )
        return said


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


# -- push ------------------------------------------------------------------------------------


@pytest.fixture
def ears(at: Callable[..., Client], ada: Any) -> Client:
    """Return Ada's session in the browser with push."""
    return at(ada)


@pytest.fixture
def chromium(ears: Client, ear: Listener) -> Chromium:
    """Return Ada's browser, which allows push."""
    browser = Chromium()
    assert ears.post("/me/notices/browser/", browser.words(f"{ear.url}/to/ada")).status_code == 302
    return browser


def test_a_browser_rings_and_only_it_can_read_why(table: MatchDriver, chromium: Chromium, ear: Listener) -> None:
    tell(NOW + MINUTE)
    (heard,) = ear.heard
    said = chromium.reads(heard.body)
    assert said["title"] == "Your turn: Fuse with ben"
    assert said["url"] == f"https://fuse.example.org/m/{table.code}/"
    assert b"Fuse" not in heard.body
    assert heard.path == "/to/ada"
    assert heard.headers["Content-Encoding"] == "aes128gcm"
    assert heard.headers["Topic"] == said["tag"]
    assert re.fullmatch(r"[\w-]{1,32}", heard.headers["Topic"])  # RFC 8030
    assert said["message"] == Delivery.objects.get().ticket
    assert Vapid02.verify(heard.headers["Authorization"])
    assert f"k={web_push.public_key()}" in heard.headers["Authorization"]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_a_browser_that_refuses_for_good_is_tried_once_and_shown_as_switched_off(
    table: MatchDriver, ears: Client, chromium: Chromium, ear: Listener, status: int
) -> None:
    ear.status = status
    tell(NOW + MINUTE)
    assert Delivery.objects.get().state == "failed"
    assert PushSubscription.objects.get().off_at == NOW + MINUTE
    for minutes in (3, 30, 90, 20 * 60):
        tell(NOW + minutes * MINUTE)
    assert len(ear.heard) == 1
    assert gettext("switched off") in ears.get("/me/notices/").content.decode()


def test_what_is_wrong_with_a_browser_is_shown_and_said_by_mail(
    table: MatchDriver, ada: Any, ears: Client, chromium: Chromium, ear: Listener
) -> None:
    preferences.save_wish(player=ada.pk, wish=Wish(mail=("house",)))
    ear.status = 403
    tell(NOW + MINUTE)
    tell(NOW + 4 * MINUTE)
    assert [mail.subject for mail in mails(ada)] == ["We’ve switched off push in one of your browsers"]
    page = ears.get("/me/notices/").content.decode()
    assert gettext("switched off") in page
    assert gettext("The push service refused our message with HTTP status %(status)s.") % {"status": 403} in page


def test_a_browser_that_ends_it_itself_is_no_news(
    table: MatchDriver, ada: Any, ears: Client, chromium: Chromium, ear: Listener
) -> None:
    preferences.save_wish(player=ada.pk, wish=Wish(mail=("house",)))
    ear.status = 410
    tell(NOW + MINUTE)
    tell(NOW + 4 * MINUTE)
    assert not mails(ada)
    assert gettext("The browser no longer receives notifications.") in ears.get("/me/notices/").content.decode()


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_a_browser_that_fails_for_now_is_switched_off_after_many_tries(
    table: MatchDriver, chromium: Chromium, ear: Listener, status: int
) -> None:
    ear.status = status
    tell(NOW + MINUTE)
    row = PushSubscription.objects.get()
    assert (row.failures, row.trouble, row.off_at) == (1, f"HTTP {status}", None)
    for _ in range(browsers.MAX_BROWSER_FAILURES - 1):
        browsers.record_browser_failure(browser=row.pk, why="HTTP 500", lost=False, now=NOW)
    assert PushSubscription.objects.get().off_at == NOW


def test_a_message_that_is_taken_ends_the_trouble(table: MatchDriver, chromium: Chromium, ear: Listener) -> None:
    ear.status = 503
    tell(NOW + MINUTE)
    ear.status = 201
    tell(NOW + 3 * MINUTE)
    row = PushSubscription.objects.get()
    assert (row.failures, row.trouble) == (0, "")


def test_a_push_service_that_is_away_is_asked_again_with_the_same_topic(
    table: MatchDriver, chromium: Chromium, ear: Listener
) -> None:
    ear.status = 503
    tell(NOW + MINUTE)
    ear.status = 201
    tell(NOW + MINUTE + timedelta(seconds=10))
    assert len(ear.heard) == 1, "not yet"
    tell(NOW + 3 * MINUTE)
    assert len({each.headers["Topic"] for each in ear.heard}) == 1
    assert [chromium.reads(each.body)["message"] for each in ear.heard] == [Delivery.objects.get().ticket] * 2
    assert Delivery.objects.get().state == "sent"
    assert PushSubscription.objects.exists()


def test_a_browser_belongs_to_who_subscribed_in_it_last(
    at: Callable[..., Client], ben: Any, chromium: Chromium, ear: Listener
) -> None:
    at(ben).post("/me/notices/browser/", chromium.words(f"{ear.url}/to/ada"))
    assert PushSubscription.objects.get().player == ben


# -- expiry and replacement --------------------------------------------------------------------


def test_a_message_is_kept_until_the_deadline_and_no_longer(
    table: MatchDriver, chromium: Chromium, ear: Listener
) -> None:
    lapses_at = table.match.questions.get(answered=False).lapses_at
    for now in (NOW + MINUTE, NOW + timedelta(hours=20)):
        tell(now)
        assert int(ear.heard[-1].headers["TTL"]) == int((lapses_at - now).total_seconds())
    assert len(ear.heard) == 2


def test_a_last_call_takes_the_place_of_its_turn(table: MatchDriver, chromium: Chromium, ear: Listener) -> None:
    tell(NOW + MINUTE)
    tell(NOW + timedelta(hours=20))
    turn, call = (chromium.reads(each.body) for each in ear.heard)
    assert (turn["title"], call["title"]) == ("Your turn: Fuse with ben", "Deadline soon: Fuse with ben")
    assert turn["tag"] == call["tag"]
    assert turn["about"] == call["about"] != []
    assert turn["message"] != call["message"]
    assert len({each.headers["Topic"] for each in ear.heard}) == 1


@pytest.mark.parametrize(("days", "kept"), [(5, 5), (40, 28), (0, 0), (-1, 0)])
def test_how_long_a_message_is_kept(days: int, kept: int) -> None:
    turn = NoticeLine(1, Kind.TURN, "", "", "", "", NOW + timedelta(days=days))
    assert web_push.compute_ttl([turn], now=NOW) == kept * 24 * 3600


def test_several_questions_are_kept_until_the_last_deadline_and_named_as_one() -> None:
    turns = [NoticeLine(n, Kind.TURN, "", "", "", "", NOW + timedelta(days=n), about=f"match:{n}") for n in (1, 3)]
    assert web_push.compute_ttl(turns, now=NOW) == 3 * 24 * 3600
    said = [_said(lines) for lines in (turns, turns[::-1], turns[:1], turns[1:])]
    assert said[0]["tag"] == said[1]["tag"]
    assert len({each["tag"] for each in said}) == 3
    assert set(said[0]["about"]) == {*said[2]["about"], *said[3]["about"]}


def test_a_long_message_has_room_in_a_push_service() -> None:
    lines = [
        NoticeLine(n, Kind.TURN, "ü" * 100, "", f"https://fuse.example.org/m/{n}/", "", NOW, about=f"match:{n}" * 9)
        for n in range(200)
    ]
    assert len(msgspec.json.encode(_said(lines))) < web_push.MAX_PAYLOAD_BYTES


def _said(lines: list[NoticeLine]) -> dict[str, Any]:
    row, browser = Delivery(), PushSubscription(player_id=7)
    said: dict[str, Any] = json.loads(web_push.build_push_message(row, browser, lines, now=NOW).payload)
    return said


@pytest.mark.parametrize(
    ("site", "contact"),
    [
        ("https://fuse.example.org", "https://fuse.example.org"),
        ("https://fuse.example.org:8443", "https://fuse.example.org:8443"),
        ("http://localhost:8000", "mailto:noreply@localhost"),
    ],
)
def test_a_push_service_is_told_where_the_operators_can_be_reached(
    table: MatchDriver, chromium: Chromium, ear: Listener, settings: Any, site: str, contact: str
) -> None:
    settings.SLOWFUSE_SITE = site
    tell(NOW + MINUTE)
    claims = ear.heard[0].headers["Authorization"].split(".")[1]
    assert json.loads(base64.urlsafe_b64decode(claims + "=="))["sub"] == contact


# -- the length of a session --------------------------------------------------------------------


def _log_out(client: Client) -> None:
    client.post(reverse("account_logout"))


def _end_from_elsewhere(client: Client) -> None:
    UserSession.objects.get(session_key=client.session.session_key).end()


def _change_password(client: Client) -> None:
    row = Player.objects.get(username="ada")
    row.set_password("another long one")
    row.save()


def _expire(client: Client) -> None:
    Session.objects.filter(session_key=client.session.session_key).update(expire_date=NOW)


@pytest.mark.parametrize("ended", [_log_out, _end_from_elsewhere, _change_password, _expire])
def test_a_browser_rings_no_longer_than_its_session(
    table: MatchDriver, ears: Client, chromium: Chromium, ear: Listener, ended: Callable[[Client], None]
) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="127.0.0.1")
    request.session, request.user = ears.session, Player.objects.get(username="ada")
    UserSession.objects.create_from_request(request)
    sweep.post_new_notices(now=NOW, all_of_it=True)
    sweep.put_together(now=NOW + MINUTE)
    assert Delivery.objects.exists(), "it's on its way already"
    ended(ears)
    delivery.deliver_due_messages(now=NOW + MINUTE)
    tell(NOW + timedelta(hours=20))
    assert not ear.heard


def test_a_session_that_is_over_takes_its_browsers_along(
    ears: Client, chromium: Chromium, at: Callable[..., Client], ada: Any, ear: Listener
) -> None:
    other = at(ada)
    other.post("/me/notices/browser/", Chromium().words(f"{ear.url}/other"))
    _log_out(ears)
    assert b"Chromium" in other.get("/me/notices/").content
    assert other.get("/me/notices/").content.count(b'name="browser"') == 1
    sweep.delete_old_notices(now=NOW)
    assert PushSubscription.objects.get().endpoint == f"{ear.url}/other"


def test_a_browser_of_an_older_version_rings_as_long_as_a_session_can_last(
    table: MatchDriver, chromium: Chromium, ear: Listener, settings: Any
) -> None:
    PushSubscription.objects.update(session="", created_at=NOW)
    tell(NOW + MINUTE)
    assert len(ear.heard) == 1
    over = NOW + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    sweep.delete_old_notices(now=over - MINUTE)
    assert PushSubscription.objects.exists()
    sweep.delete_old_notices(now=over)
    assert not PushSubscription.objects.exists()


# -- comparison in the browser ------------------------------------------------------------------


def _keep(client: Client, words: dict[str, str], **also: str) -> Any:
    return client.post(reverse("notices:keep_browser"), words | also)


def test_a_browser_finds_what_it_expects(ears: Client, chromium: Chromium, ear: Listener) -> None:
    answer = _keep(ears, chromium.words(f"{ear.url}/to/ada"), key=web_push.public_key())
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_subscription_that_changed_is_taken_over(
    table: MatchDriver, ears: Client, chromium: Chromium, ear: Listener
) -> None:
    answer = _keep(ears, chromium.words(f"{ear.url}/moved"), was=f"{ear.url}/to/ada")
    assert answer.status_code == 204
    tell(NOW + MINUTE)
    assert [each.path for each in ear.heard] == ["/moved"]


def test_a_browser_with_another_key_or_that_is_switched_off_subscribes_again(
    table: MatchDriver, ears: Client, chromium: Chromium, ear: Listener
) -> None:
    old, new = chromium.words(f"{ear.url}/to/ada"), chromium.words(f"{ear.url}/anew")
    assert _keep(ears, old, key="another").json() == {"key": web_push.public_key()}
    ear.status = 403
    tell(NOW + MINUTE)
    ear.status = 201
    assert _keep(ears, old).json() == {"key": web_push.public_key()}
    assert _keep(ears, new, was=old["endpoint"], key=web_push.public_key()).status_code == 204
    tell(NOW + timedelta(hours=20))
    assert [each.path for each in ear.heard] == ["/to/ada", "/anew"]
    row = PushSubscription.objects.get()
    assert (row.failures, row.trouble, row.off_at) == (0, "", None)


def test_a_browser_that_gets_the_same_address_again_is_not_asked_for_ever(
    ears: Client, chromium: Chromium, ear: Listener
) -> None:
    PushSubscription.objects.update(off_at=NOW)
    words = chromium.words(f"{ear.url}/to/ada")
    assert _keep(ears, words).status_code == 200
    assert _keep(ears, words, was=words["endpoint"]).status_code == 204


def test_a_browser_that_was_turned_off_elsewhere_or_is_somebody_elses_is_let_go(
    at: Callable[..., Client], ada: Any, ben: Any, ears: Client, chromium: Chromium, ear: Listener
) -> None:
    words = chromium.words(f"{ear.url}/to/ada")
    assert _keep(at(ben), words).status_code == 410
    assert _keep(Client(), words).status_code == 410
    assert PushSubscription.objects.get().player == ada
    at(ada).post("/me/notices/browser/", {"browser": PushSubscription.objects.get().pk})
    assert _keep(ears, words).status_code == 410
    assert not PushSubscription.objects.exists()


def test_what_is_no_address_changes_nothing(ears: Client, chromium: Chromium, ear: Listener) -> None:
    answer = _keep(ears, chromium.words("javascript:alert(1)"), was=f"{ear.url}/to/ada")
    assert answer.status_code == 422
    assert PushSubscription.objects.get().endpoint == f"{ear.url}/to/ada"
    assert ears.get(reverse("notices:keep_browser")).status_code == 405


def test_a_password_changed_in_this_browser_ends_nothing_for_good(
    table: MatchDriver, ears: Client, chromium: Chromium, ear: Listener
) -> None:
    said = {"oldpassword": PASSWORD, "password1": "another long one", "password2": "another long one"}
    assert ears.post(reverse("account_change_password"), said).status_code == 302
    assert _keep(ears, chromium.words(f"{ear.url}/to/ada")).status_code == 204
    tell(NOW + MINUTE)
    assert len(ear.heard) == 1


def _keep_account(client: Client) -> Any:
    said = {"username": "ada_lovelace", "password1": "another long one", "password2": "another long one"}
    return client.post(reverse("accounts:keep"), said)


def _change_own_password(client: Client) -> Any:
    said = {"oldpassword": PASSWORD, "password1": "another long one", "password2": "another long one"}
    return client.post(reverse("account_change_password"), said)


def _change_own_password_in_the_admin(client: Client) -> Any:
    row = Player.objects.get(username="ada")
    said = {"password1": "another long one", "password2": "another long one", "usable_password": "true"}
    return client.post(reverse("admin:auth_user_password_change", args=[row.pk]), said)


@pytest.mark.parametrize("change", [_keep_account, _change_own_password, _change_own_password_in_the_admin])
def test_a_browser_rings_on_when_its_player_gives_their_session_another_key(
    table: MatchDriver, ears: Client, chromium: Chromium, ear: Listener, change: Callable[[Client], Any]
) -> None:
    rights = {"guest": True} if change is _keep_account else {"is_staff": True, "is_superuser": True}
    Player.objects.filter(username="ada").update(**rights)
    before = ears.session.session_key
    assert change(ears).status_code == 302
    assert ears.session.session_key != before
    sweep.delete_old_notices(now=NOW)
    player = PushSubscription.objects.get().player
    assert [each.name for each in browsers_of.find_notified_browsers(player=player, now=NOW)] == ["Chromium"]
    tell(NOW + MINUTE)
    assert len(ear.heard) == 1


def test_turning_it_on_again_leaves_one_browser(ears: Client, chromium: Chromium, ear: Listener) -> None:
    ears.post("/me/notices/browser/", chromium.words(f"{ear.url}/anew") | {"was": f"{ear.url}/to/ada"})
    assert PushSubscription.objects.get().endpoint == f"{ear.url}/anew"


@pytest.mark.parametrize(
    "wrong", [{"p256dh": "AAAA"}, {"auth": "AAAA"}, {"endpoint": "x"}, {"p256dh": "ä"}, {"auth": "A"}]
)
def test_what_is_no_browser_is_refused(
    at: Callable[..., Client], ada: Any, ear: Listener, wrong: dict[str, str]
) -> None:
    response = at(ada).post("/me/notices/browser/", Chromium().words(f"{ear.url}/x") | wrong)
    assert response.status_code == 422
    assert not PushSubscription.objects.exists()


def test_a_browser_at_a_private_address_is_never_rung(
    at: Callable[..., Client], ada: Any, table: MatchDriver, chromium: Chromium, ear: Listener, settings: Any
) -> None:
    settings.NOTICES_REACHABLE = []
    tell(NOW + MINUTE)
    assert not ear.heard
    assert "Forbidden" in Delivery.objects.get().error


# -- webhooks --------------------------------------------------------------------------------


@pytest.fixture
def hook(ada: Any, ear: Listener) -> Webhook:
    return webhooks.add_webhook(player=ada, url=f"{ear.url}/hook?a=1", kinds=["turn", "call"], now=NOW)


def test_a_webhook_hears_a_signed_message(table: MatchDriver, hook: Webhook, ear: Listener) -> None:
    tell(NOW + MINUTE)
    (heard,) = ear.heard
    said = json.loads(heard.body)
    assert [each["title"] for each in said["notices"]] == ["Your turn: Fuse with ben"]
    assert said["notices"][0]["match"] == table.code
    assert said["notices"][0]["kind"] == "turn"
    assert said["delivery"] == heard.headers["X-SlowFuse-Delivery"] == Delivery.objects.get().ticket
    at, _, proof = heard.headers["X-SlowFuse-Signature"].removeprefix("t=").partition(",v1=")
    assert proof == webhook.compute_signature(hook.secret, int(at), heard.body)
    assert proof != webhook.compute_signature("another secret", int(at), heard.body)


def test_every_try_is_signed_with_its_own_time(table: MatchDriver, hook: Webhook, ear: Listener) -> None:
    ear.status = 503
    tell(NOW + MINUTE)
    ear.status = 200
    tell(NOW + 50 * MINUTE)
    first, second = ear.heard
    assert first.body == second.body
    for heard, at in ((first, NOW + MINUTE), (second, NOW + 50 * MINUTE)):
        signed_at = int(at.timestamp())
        proof = webhook.compute_signature(hook.secret, signed_at, heard.body)
        assert heard.headers["X-SlowFuse-Signature"] == f"t={signed_at},v1={proof}"


def test_a_webhook_is_left_alone_as_long_as_it_asks(table: MatchDriver, hook: Webhook, ear: Listener) -> None:
    ear.status, ear.retry_after = 429, "1800"
    tell(NOW + MINUTE)
    assert Delivery.objects.get().next_at == NOW + 31 * MINUTE
    Delivery.objects.update(next_at=NOW + MINUTE)
    ear.retry_after = http_date((NOW + 120 * MINUTE).timestamp())
    delivery.deliver_due_messages(now=NOW + MINUTE)
    assert Delivery.objects.get().next_at == NOW + 120 * MINUTE


def test_a_push_service_is_left_alone_as_long_as_it_asks(table: MatchDriver, chromium: Chromium, ear: Listener) -> None:
    ear.status, ear.retry_after = 429, "1800"
    tell(NOW + MINUTE)
    assert Delivery.objects.get().next_at == NOW + 31 * MINUTE


@pytest.mark.parametrize("header", ["", "soon", "-5", "Thu, 01 Jan 1970 00:00:00 GMT", "1.5", "٣"])
def test_a_wait_that_cannot_be_read_is_none(header: str) -> None:
    assert retry_after.parse_retry_after(header, now=NOW, longest=delivery.LONGEST_PAUSE) == timedelta()


def test_no_server_makes_a_message_wait_for_ever() -> None:
    assert retry_after.parse_retry_after("9" * 400, now=NOW, longest=delivery.LONGEST_PAUSE) == delivery.LONGEST_PAUSE


def test_a_webhook_hears_only_its_kinds(table: MatchDriver, ada: Any, ear: Listener) -> None:
    webhooks.add_webhook(player=ada, url=f"{ear.url}/over", kinds=["over"], now=NOW)
    tell(NOW + MINUTE)
    assert not ear.heard
    assert not Delivery.objects.exists()


def test_it_is_tried_again_later_and_later_and_then_given_up(table: MatchDriver, hook: Webhook, ear: Listener) -> None:
    ear.status = 500
    tell(NOW + MINUTE)
    for minutes in range(2, 24 * 60, 7):
        delivery.deliver_due_messages(now=NOW + minutes * MINUTE)
    assert len({each.headers["X-SlowFuse-Delivery"] for each in ear.heard if b'"turn"' in each.body}) == 1
    assert Delivery.objects.get().state in ("failed", "void")
    assert Delivery.objects.get().tries == len(ear.heard) <= delivery.MAX_TRIES
    pauses = [delivery.compute_retry_pause(n).total_seconds() for n in range(1, 9)]
    assert pauses[0] < 60 < pauses[2]
    assert max(pauses) <= 1.25 * 6 * 3600


def test_no_message_is_tried_again_during_quiet_hours(
    table: MatchDriver, ada: Any, hook: Webhook, ear: Listener
) -> None:
    QuietHoursRow.objects.create(player=ada, begins=2, ends=8 * 60)
    ear.status = 500
    tell(NOW + MINUTE)
    delivery.deliver_due_messages(now=NOW + 1.75 * MINUTE)
    assert len(ear.heard) == 2
    for minutes in range(2, 8 * 60, 7):
        delivery.deliver_due_messages(now=NOW + minutes * MINUTE)
    assert len(ear.heard) == 2
    delivery.deliver_due_messages(now=NOW + 8 * 60 * MINUTE)
    assert len(ear.heard) == 3


def test_a_dead_webhook_is_switched_off_and_its_owner_told(
    table: MatchDriver, ada: Any, hook: Webhook, ear: Listener, at: Callable[..., Client]
) -> None:
    preferences.save_wish(player=ada.pk, wish=Wish(mail=("house",)))
    for _ in range(webhooks.MAX_WEBHOOK_FAILURES - 1):
        webhooks.record_webhook_failure(hook=hook.pk, why="HTTP 500", now=NOW)
    ear.status = 500
    tell(NOW + MINUTE)
    tell(NOW + 4 * MINUTE)
    hook.refresh_from_db()
    assert hook.off_at == NOW + MINUTE
    assert len(ear.heard) == 1, "it is left in peace"
    assert [mail.subject for mail in mails(ada)] == ["We’ve switched off one of your webhooks"]
    page = at(ada).get("/me/notices/").content.decode()
    assert "switched off" in page
    assert gettext("The server answered with HTTP status %(status)s instead of 200.") % {"status": 500} in page
    at(ada).post("/me/notices/hook/", {"do": "revive", "hook": hook.pk})
    hook.refresh_from_db()
    assert (hook.off_at, hook.failures) == (None, 0)


def test_one_slow_webhook_holds_nobody_up(table: MatchDriver, ada: Any, hook: Webhook, ear: Listener) -> None:
    silent = webhooks.add_webhook(player=ada, url="http://127.0.0.1:1/", kinds=["turn"], now=NOW)
    tell(NOW + MINUTE)
    assert len(ear.heard) == 1
    silent.refresh_from_db()
    assert silent.failures == 1


def test_a_mail_server_that_never_takes_our_mails_gets_none_any_more(
    table: MatchDriver, ada: Any, settings: Any, at: Callable[..., Client]
) -> None:
    preferences.save_wish(player=ada.pk, wish=Wish())
    mail_by(settings, "smtp://127.0.0.1:1")
    for _ in range(delivery.MAX_UNDELIVERED_MAILS):
        Delivery.objects.create(
            player=ada, channel=1, tries=delivery.MAX_TRIES - 1, created_at=NOW, next_at=NOW, notices=_turn(ada)
        )
    delivery.deliver_due_messages(now=NOW + MINUTE)
    assert gettext("Your mail server rejected our e-mails.") in at(ada).get("/me/notices/").content.decode()
    Delivery.objects.all().delete()
    tell(NOW + 20 * MINUTE)
    assert not Delivery.objects.exists()


def _turn(player: Any) -> list[int]:

    sweep.post_new_notices(now=NOW, all_of_it=True)
    return list(Notice.objects.filter(player=player, kind="turn").values_list("pk", flat=True))
