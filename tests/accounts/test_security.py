"""Tests of passkeys, two-step login, recovery codes and sessions: allauth's views in our pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.accounts.user_agents import format_browser_name

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PASSWORD = "slow and steady"

OWN = [
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/2fa/totp/deactivate/",
    "/accounts/2fa/webauthn/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/2fa/reauthenticate/",
    "/accounts/2fa/recovery-codes/",
    "/accounts/2fa/recovery-codes/generate/",
    "/accounts/sessions/",
]


@pytest.fixture
def at_home(client: Client, ada: Player) -> Client:
    """Return the browser of Ada after she has confirmed her password."""
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": "/me/"})
    return client


def code(secret: str) -> str:
    """Return the current code of an app, in the middle of the valid ones, as the oldest one expires in a moment."""
    counters = list(totp.yield_hotp_counters_from_time())
    return totp.format_hotp_value(totp.hotp_value(secret, counters[len(counters) // 2]))


def turn_on(client: Client) -> str:
    """Turn two-step login on as a person does, and return the secret."""
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    found = re.search(r"<code>(\w+)</code>", page)
    assert found
    assert client.post("/accounts/2fa/totp/activate/", {"code": code(found[1])}).status_code == 302
    return found[1]


@pytest.mark.parametrize("path", OWN)
def test_every_page_about_keys_stands_in_the_house(
    at_home: Client, path: str, django_assert_max_num_queries: Any
) -> None:
    turn_on(at_home)
    with django_assert_max_num_queries(10):
        response: Any = at_home.get(path)
    if response.status_code == 302:
        assert path == "/accounts/2fa/totp/activate/", "nothing to do there"
        return
    html = response.content.decode()
    assert response.status_code == 200
    assert 'class="bar-site"' in html
    assert "· Slow Fuse" in html
    assert "style=" not in html
    assert not re.search(r"<script(?![^>]* src=)", html)


def test_a_guest_who_cancels_the_second_step_of_a_login_is_still_a_guest(at_home: Client) -> None:
    secret = turn_on(at_home)
    phone = Client()
    phone.post(reverse("accounts:guest"))
    guest = get_user(phone)
    login, step = reverse("account_login"), reverse("mfa_authenticate")
    assert phone.post(login, {"login": "ada", "password": PASSWORD})["Location"] == step
    assert f'action="{reverse("accounts:cancel_login")}"' in phone.get(step).content.decode()
    assert phone.post(reverse("accounts:cancel_login"))["Location"] == login
    assert phone.get(step)["Location"] == login
    assert (phone.get(login).status_code, get_user(phone)) == (200, guest)
    phone.post(login, {"login": "ada", "password": PASSWORD})
    phone.post(step, {"code": code(secret)})
    assert str(get_user(phone)) == "ada"


def test_who_has_no_passkey_is_not_asked_for_one(client: Client, ada: Player) -> None:
    totp.TOTP.activate(ada, totp.generate_totp_secret())
    asked: Any = client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD}, follow=True)
    page = asked.content.decode()
    assert gettext("Enter the code from your app, or one of your recovery codes.") in page
    assert "data-passkey" not in page


def test_an_address_is_confirmed_before_the_second_step_and_the_page_says_so(at_home: Client, ada: Player) -> None:
    EmailAddress.objects.create(user=ada, email="ada@example.org", primary=True)
    asked: Any = at_home.get("/accounts/2fa/totp/activate/", follow=True)
    said = gettext(
        "Your e-mail address isn’t confirmed yet. Use the link we sent you, or remove the address. Then "
        "turn on two-step login."
    )
    assert said in asked.content.decode()


def test_with_the_second_step_no_address_is_added_and_the_page_says_what_to_do(at_home: Client, ada: Player) -> None:
    turn_on(at_home)
    said: Any = at_home.post("/accounts/email/", {"action_add": "", "email": "other@example.org"})
    assert "Turn it off, add and confirm the address" in said.content.decode()
    assert not EmailAddress.objects.filter(email="other@example.org").exists()


@pytest.mark.parametrize("path", OWN)
def test_nobody_else_sees_them(client: Client, path: str) -> None:
    assert client.get(path).status_code == 302


@pytest.mark.parametrize("path", ["/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/add/"])
def test_one_is_asked_once_more_before_a_key_is_made(client: Client, ada: Player, path: str) -> None:
    client.force_login(ada)
    response: Any = client.get(path)
    assert response.url.startswith("/accounts/reauthenticate/")


def test_with_a_second_step_the_password_alone_opens_nothing(at_home: Client) -> None:
    secret = turn_on(at_home)
    said = gettext("You’ll be asked for a code from your app after your password.")
    assert said in at_home.get("/me/").content.decode()
    visitor = Client()
    asked = visitor.post(reverse("account_login"), {"login": "ada", "password": PASSWORD}, follow=True)
    assert "One more step" in asked.content.decode()
    assert not get_user(visitor).is_authenticated
    assert "errorlist" in visitor.post("/accounts/2fa/authenticate/", {"code": "000000"}).content.decode()
    cache.clear()  # Half a minute passes, because a code works once.
    visitor.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    assert get_user(visitor).is_authenticated


def test_a_recovery_code_opens_once(at_home: Client, ada: Player) -> None:
    turn_on(at_home)
    page = at_home.get("/accounts/2fa/recovery-codes/").content.decode()
    codes = RecoveryCodes(Authenticator.objects.get(user=ada, type="recovery_codes")).get_unused_codes()
    assert len(codes) == 10
    assert all(one in page for one in codes)
    for is_in in (True, False):
        visitor = Client()
        visitor.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
        visitor.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        assert get_user(visitor).is_authenticated is is_in
    left = ngettext(
        "%(unused)s left to use if you lose your device.", "%(unused)s left to use if you lose your device.", 9
    )
    assert left % {"unused": 9} in at_home.get("/accounts/2fa/").content.decode()


def test_the_second_step_is_turned_off_again(at_home: Client, ada: Player) -> None:
    turn_on(at_home)
    at_home.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.filter(user=ada).exists()
    visitor = Client()
    visitor.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert get_user(visitor).is_authenticated


def test_the_back_room_asks_for_the_second_step_too(client: Client, ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(is_staff=True, is_superuser=True)
    totp.TOTP.activate(ada, totp.generate_totp_secret())
    client.post("/admin/login/", {"username": "ada", "password": PASSWORD})
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    response: Any = client.get("/admin/")
    assert response.status_code == 302, "not in yet"


def test_other_browsers_are_seen_and_logged_out(at_home: Client, ada: Player) -> None:
    phone = Client(headers={"user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"})
    phone.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    html = at_home.get("/accounts/sessions/").content.decode()
    assert "Firefox, Android" in html
    assert html.count("this browser") == 1
    assert not any(key in html for key in UserSession.objects.values_list("session_key", flat=True))
    at_home.post("/accounts/sessions/")
    assert not get_user(phone).is_authenticated
    assert get_user(at_home) == ada
    assert "Firefox, Android" not in at_home.get("/accounts/sessions/").content.decode()


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36", "Chrome, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156 Safari/537.36 Edg/156", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19 Safari/604.1", "Safari, iPhone"),
        ("curl/8.0", "curl"),
        ("", ""),
    ],
)
def test_a_browser_is_called_by_its_name(agent: str, said: str) -> None:
    assert format_browser_name(agent) == said
