"""Tests that no one notices a change of the secret key while they're logged in or e-mails are on their way."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import Player
from apps.lobby.models import Unwanted
from apps.lobby.services import suppressed_addresses
from apps.notices.selectors.addresses import build_unsubscribe_url
from tests.config.test_settings import HOSTED, start
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "another key of the house " * 3


@pytest.fixture
def house(settings: Any) -> Any:
    settings.PUSH_SECRET = settings.SECRET_KEY  # As on a site that never set one.
    return settings


def change(house: Any) -> None:
    """Do the second step, after which every process restarts and cached sessions can be lost."""
    house.SECRET_KEY, house.SECRET_KEY_FALLBACKS = NEW, [house.SECRET_KEY]
    cache.clear()


def forget(house: Any) -> None:
    """Do the third step."""
    house.SECRET_KEY_FALLBACKS = []
    cache.clear()


def guest() -> Client:
    client = Client()
    client.post("/guest/")
    return client


def member() -> Client:
    client = Client()
    assert client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD}).status_code == 302
    return client


def name(client: Client) -> str:
    """Return the name of the page's player, or an empty one."""
    answer = client.get("/me/")
    return str(answer.context["user"]) if answer.status_code == 200 else ""


@pytest.mark.parametrize("come", [guest, member])
def test_who_is_logged_in_stays_so(come: Any, ada: Player, house: Any) -> None:
    client = come()
    before, session = name(client), client.cookies["sessionid"].value
    assert before
    change(house)
    assert name(client) == before
    assert client.cookies["sessionid"].value == session
    forget(house)
    assert name(client) == before


def test_of_two_requests_at_once_neither_is_logged_out(house: Any) -> None:
    first, second = guest(), Client()
    before = name(first)
    second.cookies["sessionid"] = first.cookies["sessionid"].value
    change(house)
    assert (name(first), name(second), name(first)) == (before,) * 3
    assert second.cookies["sessionid"].value


def test_who_did_not_come_by_in_between_is_a_visitor_again(house: Any) -> None:
    client = guest()
    change(house)
    forget(house)
    assert name(client) == ""


def test_a_key_that_was_never_ours_opens_nothing(house: Any) -> None:
    client = guest()
    house.SECRET_KEY, house.SECRET_KEY_FALLBACKS = NEW, ["a key of nobody here " * 3]
    cache.clear()
    assert name(client) == ""


def test_what_somebody_was_told_last_is_still_said(ada: Player, house: Any) -> None:
    client = member()
    client.post("/me/", {"username": "ada", "language": "", "time_zone": "UTC"})
    assert "messages" in client.cookies
    change(house)
    assert [str(message) for message in client.get("/").context["messages"]] == ["Saved."]


def test_a_link_to_a_new_password_still_works(ada: Player, house: Any) -> None:
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    Client().post(reverse("account_reset_password"), {"email": ada.email})
    link = re.search(r"http://testserver(/\S+)", str(mail.outbox[0].body))
    change(house)
    assert link
    assert 'type="password"' in Client().get(link[1], follow=True).content.decode()


def test_a_link_that_confirms_an_address_still_works(ada: Player, house: Any) -> None:
    address = EmailAddress.objects.create(user=ada, email=ada.email, primary=True)
    link = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    change(house)
    Client().post(link)
    address.refresh_from_db()
    assert address.verified


def test_links_that_stop_mail_still_work(ada: Player, house: Any) -> None:
    links = [build_unsubscribe_url(ada.pk), suppressed_addresses.build_refusal_link("eva@example.org")]
    change(house)
    for link in links:
        assert Client().get(link.removeprefix(house.SLOWFUSE_SITE)).status_code == 200


@pytest.mark.parametrize("before", ["", "a secret that is not the key " * 2])
def test_who_wants_no_invitations_gets_none_ever(before: str, house: Any) -> None:
    house.PUSH_SECRET = before or house.PUSH_SECRET
    token = suppressed_addresses.build_refusal_link("eva@example.org").split("/")[-2]
    fingerprint = suppressed_addresses.parse_refusal_token(token)
    assert fingerprint
    suppressed_addresses.suppress_address(fingerprint, now=timezone.now())
    change(house)
    forget(house)
    assert suppressed_addresses.is_suppressed("eva@example.org")
    assert Unwanted.objects.count() == 1


def test_the_key_of_push_messages_stays_meanwhile(tmp_path: Path) -> None:
    old, older = "o" * 50, "e" * 50
    asked = ("from apps.config import settings", "print(settings.PUSH_SECRET, settings.SECRET_KEY_FALLBACKS)")
    done = start(tmp_path, *asked, **HOSTED, SLOWFUSE_SECRET_KEY_FALLBACKS=f"{old}, {older}")
    assert done.stdout == f"{older} {[old, older]}\n", done.stderr


def test_an_old_key_that_is_none_is_named(tmp_path: Path) -> None:
    done = start(tmp_path, **HOSTED, SLOWFUSE_SECRET_KEY_FALLBACKS="o" * 50 + ",")
    assert done.stderr.startswith(
        "SLOWFUSE_SECRET_KEY_FALLBACKS is invalid. It must be secrets of at least 50 characters"
    )
