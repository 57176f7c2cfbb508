"""Tests of the notification settings, of stopping all e-mails, and of the embedded server's e-mails."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from apps.notices import forms, wording
from apps.notices.channels import file_backend, web_push, webhook
from apps.notices.models import Kind, PushSubscription, Webhook
from apps.notices.net import safe_http
from apps.notices.selectors import addresses
from apps.notices.selectors import preferences as chosen_preferences
from apps.notices.selectors.preferences import Wish
from apps.notices.services import preferences, webhooks
from tests.factories.matches import NOW, new_match
from tests.notices.conftest import mails, tell

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]


def checked(html: str) -> set[tuple[str, str]]:
    boxes = re.findall(r"<input type=\"checkbox\"[^>]*>", html)
    found = [re.search(r'name="(mail|push)"\s+value="(\w+)"', box) for box in boxes if "checked" in box]
    return {(match[1], match[2]) for match in found if match}


def read(response: Any) -> str:
    """Return a page without its tags."""
    return " ".join(re.sub("<[^>]+>", " ", response.content.decode()).split())


def test_the_page_shows_what_was_chosen(at: Browser, ada: Any) -> None:
    client = at(ada)
    assert ("mail", "turn") in checked(client.get("/me/notices/").content.decode())
    said = {"mail": ["call"], "push": ["turn", "over"], "digest": "7", "pause": "60"}
    assert client.post("/me/notices/", said).status_code == 302
    html = client.get("/me/notices/").content.decode()
    assert checked(html) == {("mail", "call"), ("push", "turn"), ("push", "over")}
    assert chosen_preferences.decode_wish(preferences.get_or_create_wishes(ada.pk)) == Wish(
        mail=("call",), push=("turn", "over"), digest=7, pause=60
    )


@pytest.mark.parametrize(
    "wrong", [{"mail": "hand"}, {"digest": "24"}, {"digest": "x"}, {"pause": "1"}, {"pause": ""}, {"push": "digest"}]
)
def test_what_cannot_be_chosen_changes_nothing(at: Browser, ada: Any, wrong: dict[str, str]) -> None:
    preferences.save_wish(player=ada.pk, wish=Wish(pause=30))
    response = at(ada).post("/me/notices/", {"digest": "", "pause": "10"} | wrong)
    assert response.status_code == 400
    assert "Nothing was changed" in response.content.decode()
    assert chosen_preferences.decode_wish(preferences.get_or_create_wishes(ada.pk)) == Wish(pause=30)


def test_a_stranger_is_asked_to_log_in(at: Browser) -> None:
    for path in ("/me/notices/", "/me/notices/hook/", "/me/notices/browser/", "/me/notices/feed/"):
        assert at().post(path).status_code == 401


def test_few_statements_whatever_there_is(at: Browser, ada: Any, django_assert_max_num_queries: Any) -> None:
    client = at(ada)
    preferences.get_or_create_wishes(ada.pk)
    for n in range(5):
        webhooks.add_webhook(player=ada, url=f"https://example.org/{n}", kinds=["turn"], now=NOW)
    PushSubscription.objects.bulk_create(
        PushSubscription(player=ada, endpoint=f"{n}", fingerprint=f"{n}", name="Firefox", created_at=NOW)
        for n in range(10)
    )
    with django_assert_max_num_queries(8):
        assert client.get("/me/notices/").status_code == 200


def test_looking_at_the_address_that_stops_mail_changes_nothing(ada: Any) -> None:
    path = addresses.build_unsubscribe_url(ada.pk).removeprefix("https://fuse.example.org")
    assert Client().get(path).status_code == 200
    assert chosen_preferences.decode_wish(preferences.get_or_create_wishes(ada.pk)).mail
    client = Client(enforce_csrf_checks=True)  # As an e-mail program posts (RFC 8058).
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not chosen_preferences.decode_wish(preferences.get_or_create_wishes(ada.pk)).mail


def test_an_address_that_nobody_here_wrote_stops_nothing(ada: Any) -> None:
    path = addresses.build_unsubscribe_url(ada.pk).removeprefix("https://fuse.example.org")
    assert Client().post(path[:-3] + "xx/").status_code == 404
    assert chosen_preferences.decode_wish(preferences.get_or_create_wishes(ada.pk)).mail


def test_a_mail_can_be_stopped_by_its_own_header(ada: Any, ben: Any, tmp_path: Path) -> None:
    new_match(ada, ben, pace={"turn": 86400, "matchman": 43200})
    tell(NOW + timedelta(minutes=1))
    raw = next(iter((tmp_path / "mail").glob("*.eml"))).read_text()
    unfolded = re.sub(r"\n\s+", " ", raw)
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in unfolded
    path = re.search(r"List-Unsubscribe:\s+<https://fuse.example.org(\S+)>", unfolded)
    assert path is not None
    assert Client(enforce_csrf_checks=True).post(path[1]).status_code == 200
    assert re.search(r"Message-ID: <(\w{20})@", unfolded)
    assert "src=" not in raw, "no pictures from anywhere"


def test_mails_of_the_embedded_house_can_be_read_in_it(ada: Any, ben: Any, settings: Any) -> None:
    new_match(ada, ben, pace={"turn": 86400, "matchman": 43200})
    tell(NOW + timedelta(minutes=1))
    (letter,) = mails()
    assert letter.subject in Client().get("/mail/").content.decode()
    assert "https://fuse.example.org/m/" in Client().get(f"/mail/{letter.name}/").content.decode()
    for name in ("..", "nothing.eml", "%2e%2e%2fsecret"):
        assert Client().get(f"/mail/{name}/").status_code == 404
    assert file_backend.load_stored_mail("../mail/" + letter.name) is None
    settings.HOSTED = True
    assert Client().get("/mail/").status_code == 404
    assert Client().get(f"/mail/{letter.name}/").status_code == 404


def test_webhooks_come_and_go_by_form(at: Browser, ada: Any, ben: Any) -> None:
    client = at(ada)
    said = {"do": "add", "url": "https://example.org/hook", "kinds": ["turn"]}
    assert client.post("/me/notices/hook/", said).status_code == 302
    hook = Webhook.objects.get()
    assert hook.secret in client.get("/me/notices/").content.decode()
    at(ben).post("/me/notices/hook/", {"do": "remove", "hook": hook.pk})
    at(ben).post("/me/notices/hook/", {"do": "renew", "hook": hook.pk})
    assert Webhook.objects.get().secret == hook.secret, "hands off others' webhooks"
    client.post("/me/notices/hook/", {"do": "remove", "hook": hook.pk})
    assert not Webhook.objects.exists()


def test_what_a_webhook_hears_is_shown_and_can_be_changed(at: Browser, ada: Any, ben: Any) -> None:
    client = at(ada)
    hook = webhooks.add_webhook(player=ada, url="https://example.org/hook", kinds=["turn", "over"], now=NOW)
    assert f"{gettext('Events:')} {Kind.TURN.label}, {Kind.OVER.label} Secret" in read(client.get("/me/notices/"))
    said = {"do": "kinds", "hook": hook.pk, "kinds": ["nudge", "call", "hand", "digest"]}
    assert client.post("/me/notices/hook/", said).status_code == 302
    assert Webhook.objects.get().kinds == ["call", "nudge"]
    assert f"{gettext('Events:')} {Kind.CALL.label}, {Kind.NUDGE.label} Secret" in read(client.get("/me/notices/"))
    for who, wrong, why in (
        (ada, said | {"kinds": []}, gettext_noop("Choose at least one event.")),
        (ada, said | {"kinds": ["hand"]}, gettext_noop("Choose at least one event.")),
        (ada, said | {"hook": "0"}, gettext_noop("This webhook no longer exists.")),
        (ben, said, gettext_noop("This webhook no longer exists.")),
    ):
        response = at(who).post("/me/notices/hook/", wrong)
        assert response.status_code == 422
        assert why in response.content.decode()
    assert client.get("/me/notices/hook/").status_code == 405
    row = Webhook.objects.get()
    assert (row.kinds, row.url, row.secret) == (["call", "nudge"], hook.url, hook.secret)


@pytest.mark.parametrize("trouble", ["", "HTTP 503", webhook.OUR_FAULT, safe_http.HOST_NOT_PUBLIC, "of an older house"])
def test_the_trouble_of_a_webhook_is_said_in_the_readers_language(
    at: Browser, ada: Any, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    hook = webhooks.add_webhook(player=ada, url="https://example.org/hook", kinds=["turn"], now=NOW)
    Webhook.objects.update(trouble=trouble)
    for module in (webhook, wording):
        monkeypatch.setattr(module, "_", lambda text: f"<{text}>")
    shown = forms.build_shown_webhook(Webhook.objects.get(pk=hook.pk)).trouble
    known = {"": "", "HTTP 503": f"<{webhook.ANSWERED_WITH_STATUS}>" % {"status": 503}}
    assert shown == known.get(trouble, f"<{trouble}>")


@pytest.mark.parametrize(
    "url", ["", "ftp://example.org/", "javascript:alert(1)", "https://user@example.org/", "https://"]
)
def test_what_is_no_address_is_refused_with_a_sentence(at: Browser, ada: Any, url: str) -> None:
    response = at(ada).post("/me/notices/hook/", {"do": "add", "url": url, "kinds": ["turn"]})
    assert response.status_code == 422
    assert gettext("We can’t send to this address. It must start with https://.") in response.content.decode()
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    "host", ["localhost", "printer.local", "127.0.0.1:9999", "10.0.0.1", "[::1]", "[::ffff:a00:1]", "169.254.169.254"]
)
def test_a_machine_that_is_not_public_is_refused_with_a_sentence(
    at: Browser, ada: Any, host: str, settings: Any
) -> None:
    settings.NOTICES_REACHABLE = []
    response = at(ada).post("/me/notices/hook/", {"do": "add", "url": f"https://{host}/", "kinds": ["turn"]})
    assert response.status_code == 422
    assert gettext("We only send to hosts on the public Internet.") in response.content.decode()
    assert not Webhook.objects.exists()


def test_six_webhooks_are_too_many(at: Browser, ada: Any) -> None:
    for n in range(5):
        webhooks.add_webhook(player=ada, url=f"https://example.org/{n}", kinds=["turn"], now=NOW)
    said = {"do": "add", "url": "https://example.org/6", "kinds": ["turn"]}
    assert at(ada).post("/me/notices/hook/", said).status_code == 422
    assert Webhook.objects.count() == 5


def test_the_site_can_be_installed(at: Browser, ada: Any) -> None:
    told = at(ada).get("/manifest.webmanifest")
    assert told["Content-Type"] == "application/manifest+json"
    assert {icon["sizes"] for icon in told.json()["icons"]} >= {"192x192", "512x512"}
    worker = at().get("/sw.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert "showNotification" in worker.content.decode()
    assert re.search(r"^const PARTS = '/static/\S+( /static/\S+)+'\.split", worker.content.decode(), re.MULTILINE)
    assert web_push.public_key() in at(ada).get("/me/notices/").content.decode()


@pytest.mark.parametrize("name", ["accounts:keep", "account_change_password", "account_login", "account_logout"])
def test_a_service_worker_forgets_what_it_knew_when_the_session_gets_another_key(at: Browser, name: str) -> None:
    worker = at().get("/sw.js").content.decode()
    found = re.search(r"changes = sends && /(.+)/\.test\(pathname\)", worker)
    assert found is not None
    assert re.search(found[1].replace(r"\/", "/"), reverse(name))
