"""Push and webhooks: what arrives, what proves that it is ours, and what happens when nobody takes it."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.utils.http import http_date
from django.utils.translation import gettext
from py_vapid import Vapid02

from apps.matches.models import Match
from apps.notices.channels import web_push, webhook
from apps.notices.delivery import retry_after
from apps.notices.models import Delivery, Notice, PushSubscription, Webhook
from apps.notices.selectors.preferences import Wish
from apps.notices.services import delivery, preferences, sweep, webhooks
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
    preferences.choose(player=ada.pk, wish=Wish(mail=()))
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
def chromium(at: Callable[..., Client], ada: Any, ear: Listener) -> Chromium:
    """Ada's browser, which lets us ring."""
    browser = Chromium()
    assert at(ada).post("/me/notices/browser/", browser.words(f"{ear.url}/to/ada")).status_code == 302
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
    assert heard.headers["Topic"] == said["tag"] == Delivery.objects.get().ticket
    assert len(heard.headers["Topic"]) <= 32
    assert int(heard.headers["TTL"]) > 0
    assert Vapid02.verify(heard.headers["Authorization"])
    assert f"k={web_push.public_key()}" in heard.headers["Authorization"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    table: MatchDriver, chromium: Chromium, ear: Listener, status: int
) -> None:
    ear.status = status
    tell(NOW + MINUTE)
    assert not PushSubscription.objects.exists()
    assert Delivery.objects.get().state == "failed"
    tell(NOW + 3 * MINUTE)
    assert len(ear.heard) == 1


def test_a_push_service_that_is_away_is_asked_again_with_the_same_topic(
    table: MatchDriver, chromium: Chromium, ear: Listener
) -> None:
    ear.status = 503
    tell(NOW + MINUTE)
    ear.status = 201
    tell(NOW + MINUTE + timedelta(seconds=10))
    assert len(ear.heard) == 1, "not yet"
    tell(NOW + 3 * MINUTE)
    assert [each.headers["Topic"] for each in ear.heard] == [Delivery.objects.get().ticket] * 2
    assert Delivery.objects.get().state == "sent"
    assert PushSubscription.objects.exists()


def test_a_browser_belongs_to_who_subscribed_in_it_last(
    at: Callable[..., Client], ben: Any, chromium: Chromium, ear: Listener
) -> None:
    at(ben).post("/me/notices/browser/", chromium.words(f"{ear.url}/to/ada"))
    assert PushSubscription.objects.get().player == ben


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
    return webhooks.add(player=ada, url=f"{ear.url}/hook?a=1", kinds=["turn", "call"], now=NOW)


def test_a_webhook_hears_a_signed_message(table: MatchDriver, hook: Webhook, ear: Listener) -> None:
    tell(NOW + MINUTE)
    (heard,) = ear.heard
    said = json.loads(heard.body)
    assert [each["title"] for each in said["notices"]] == ["Your turn: Fuse with ben"]
    assert said["notices"][0]["match"] == table.code
    assert said["notices"][0]["kind"] == "turn"
    assert said["delivery"] == heard.headers["X-SlowFuse-Delivery"] == Delivery.objects.get().ticket
    at, _, proof = heard.headers["X-SlowFuse-Signature"].removeprefix("t=").partition(",v1=")
    assert proof == webhook.signature(hook.secret, int(at), heard.body)
    assert proof != webhook.signature("another secret", int(at), heard.body)


def test_every_try_is_signed_with_its_own_time(table: MatchDriver, hook: Webhook, ear: Listener) -> None:
    ear.status = 503
    tell(NOW + MINUTE)
    ear.status = 200
    tell(NOW + 50 * MINUTE)
    first, second = ear.heard
    assert first.body == second.body
    for heard, at in ((first, NOW + MINUTE), (second, NOW + 50 * MINUTE)):
        signed_at = int(at.timestamp())
        proof = webhook.signature(hook.secret, signed_at, heard.body)
        assert heard.headers["X-SlowFuse-Signature"] == f"t={signed_at},v1={proof}"


def test_a_webhook_is_left_alone_as_long_as_it_asks(table: MatchDriver, hook: Webhook, ear: Listener) -> None:
    ear.status, ear.retry_after = 429, "1800"
    tell(NOW + MINUTE)
    assert Delivery.objects.get().next_at == NOW + 31 * MINUTE
    Delivery.objects.update(next_at=NOW + MINUTE)
    ear.retry_after = http_date((NOW + 120 * MINUTE).timestamp())
    delivery.deliver(now=NOW + MINUTE)
    assert Delivery.objects.get().next_at == NOW + 120 * MINUTE


def test_a_push_service_is_left_alone_as_long_as_it_asks(table: MatchDriver, chromium: Chromium, ear: Listener) -> None:
    ear.status, ear.retry_after = 429, "1800"
    tell(NOW + MINUTE)
    assert Delivery.objects.get().next_at == NOW + 31 * MINUTE


@pytest.mark.parametrize("header", ["", "soon", "-5", "Thu, 01 Jan 1970 00:00:00 GMT", "1.5", "٣"])
def test_a_wait_that_cannot_be_read_is_none(header: str) -> None:
    assert retry_after.wait(header, now=NOW, longest=delivery.LONGEST_PAUSE) == timedelta()


def test_no_server_makes_a_message_wait_for_ever() -> None:
    assert retry_after.wait("9" * 400, now=NOW, longest=delivery.LONGEST_PAUSE) == delivery.LONGEST_PAUSE


def test_a_webhook_hears_only_its_kinds(table: MatchDriver, ada: Any, ear: Listener) -> None:
    webhooks.add(player=ada, url=f"{ear.url}/over", kinds=["over"], now=NOW)
    tell(NOW + MINUTE)
    assert not ear.heard
    assert not Delivery.objects.exists()


def test_it_is_tried_again_later_and_later_and_then_given_up(table: MatchDriver, hook: Webhook, ear: Listener) -> None:
    ear.status = 500
    tell(NOW + MINUTE)
    for minutes in range(2, 24 * 60, 7):
        delivery.deliver(now=NOW + minutes * MINUTE)
    assert len({each.headers["X-SlowFuse-Delivery"] for each in ear.heard if b'"turn"' in each.body}) == 1
    assert Delivery.objects.get().state in ("failed", "void")
    assert Delivery.objects.get().tries == len(ear.heard) <= delivery.TRIES
    pauses = [delivery.pause(n).total_seconds() for n in range(1, 9)]
    assert pauses[0] < 60 < pauses[2]
    assert max(pauses) <= 1.25 * 6 * 3600


def test_a_dead_webhook_is_switched_off_and_its_owner_told(
    table: MatchDriver, ada: Any, hook: Webhook, ear: Listener, at: Callable[..., Client]
) -> None:
    preferences.choose(player=ada.pk, wish=Wish(mail=("house",)))
    for _ in range(webhooks.DEAD - 1):
        webhooks.failed(hook=hook.pk, why="HTTP 500", now=NOW)
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
    silent = webhooks.add(player=ada, url="http://127.0.0.1:1/", kinds=["turn"], now=NOW)
    tell(NOW + MINUTE)
    assert len(ear.heard) == 1
    silent.refresh_from_db()
    assert silent.failures == 1


def test_a_mail_server_that_never_takes_our_mails_gets_none_any_more(
    table: MatchDriver, ada: Any, settings: Any, at: Callable[..., Client]
) -> None:
    preferences.choose(player=ada.pk, wish=Wish())
    mail_by(settings, "smtp://127.0.0.1:1")
    for _ in range(delivery.GIVE_UP):
        Delivery.objects.create(
            player=ada, channel=1, tries=delivery.TRIES - 1, created_at=NOW, next_at=NOW, notices=_turn(ada)
        )
    delivery.deliver(now=NOW + MINUTE)
    assert gettext("Your mail server rejected our e-mails.") in at(ada).get("/me/notices/").content.decode()
    Delivery.objects.all().delete()
    tell(NOW + 20 * MINUTE)
    assert not Delivery.objects.exists()


def _turn(player: Any) -> list[int]:

    sweep.look(now=NOW, all_of_it=True)
    return list(Notice.objects.filter(player=player, kind="turn").values_list("pk", flat=True))
