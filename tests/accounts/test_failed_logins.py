"""Tests that password guessing is slowed down at its origin, and that no one else is locked out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth as webauthn
from django.contrib.auth import get_user
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import gettext_noop

from apps.accounts.models import Guessing, Player
from apps.accounts.services import failed_logins
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
HERE, ELSEWHERE = "198.51.100.1", "203.0.113.7"
SLOWED = gettext_noop("Too many wrong passwords from your network. Wait a few minutes, or log in with a passkey.")
NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def log_in(password: str, *, address: str = HERE, login: str = "ada", door: str = "account_login") -> tuple[bool, str]:
    """Return whether the login succeeded, and the text of the page."""
    visitor = Client()
    words = {"login": login, "username": login, "password": password}
    page = visitor.post(reverse(door), words, follow=True, REMOTE_ADDR=address).content.decode()
    return get_user(visitor).is_authenticated, page


def guess(times: int, *, address: str = HERE, login: str = "ada") -> list[bool]:
    """Return whether each wrong password was slowed down."""
    return [SLOWED in log_in(f"guess {n}", address=address, login=login)[1] for n in range(times)]


def test_who_guesses_is_slowed_down_and_the_owner_comes_in_from_elsewhere(ada: Player) -> None:
    assert guess(7) == [False] * 5 + [True] * 2
    is_in, page = log_in(PASSWORD)
    assert not is_in, "even the right one has to wait here"
    assert SLOWED in page
    assert log_in(PASSWORD, address=ELSEWHERE)[0]


def test_guesses_from_many_addresses_keep_nobody_out(ada: Player) -> None:
    for n in range(40):
        guess(1, address=f"10.0.0.{n}")
    assert log_in(PASSWORD, address=ELSEWHERE)[0]


def test_other_names_are_not_slowed_down_with_it_until_there_are_many(ada: Player, ben: Player) -> None:
    guess(5)
    assert log_in(PASSWORD, login="ben")[0]
    assert guess(6, login="ben") == [False] * 5 + [True]
    assert guess(1, login="cleo") == [True], "ten from one address within a minute"
    assert not any(guess(1, login="cleo", address=ELSEWHERE))


def test_a_household_is_one_address(ada: Player) -> None:
    for n in range(5):
        guess(1, address=f"2001:db8:0:7::{n:x}")
    assert guess(1, address="2001:db8:0:7:ffff::1") == [True]
    assert log_in(PASSWORD, address="2001:db8:0:8::1")[0]


def test_slowed_down_is_not_locked_out(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    now = NOW.timestamp()
    monkeypatch.setattr("time.time", lambda: now)
    guess(5)
    assert not log_in(PASSWORD)[0]
    now += 301
    assert log_in(PASSWORD)[0]
    came = 0
    for _minute in range(60):
        now += 60
        came += guess(1).count(False)
    assert came <= 20, "and it grows slower"


def test_who_wears_the_house_down_slowly_is_slowed_down_too(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    now = NOW.timestamp()
    monkeypatch.setattr("time.time", lambda: now)
    came = 0
    for n in range(130):
        now += 20
        came += guess(1, login=f"person-{n}").count(False)
    assert came == 100


def test_the_right_password_is_never_counted(ada: Player) -> None:
    assert all(log_in(PASSWORD)[0] for _ in range(12))


def test_the_door_of_the_back_room_is_the_same(ada: Player) -> None:
    Player.objects.filter(pk=ada.pk).update(is_staff=True)
    for n in range(12):
        log_in(f"guess {n}", door="admin:login")
    assert not Guessing.objects.exists(), "no password is taken there"
    visitor = Client()
    asked: Any = visitor.post(reverse("admin:login"), {"username": "ada", "password": PASSWORD})
    assert asked.url.startswith(reverse("account_login"))
    assert not get_user(visitor).is_authenticated
    guess(5)
    assert not log_in(PASSWORD)[0]
    assert log_in(PASSWORD, address=ELSEWHERE)[0]


def test_a_passkey_opens_where_no_password_is_taken_any_more(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    key = Authenticator.objects.create(user=ada, type="webauthn", data={"name": "key", "credential": {}})
    monkeypatch.setattr(webauthn, "parse_authentication_response", lambda _credential: None)
    monkeypatch.setattr(webauthn, "extract_user_from_response", lambda _credential: ada)
    monkeypatch.setattr(webauthn, "complete_authentication", lambda _user, _credential: key)
    guess(7)
    assert not log_in(PASSWORD)[0]
    visitor = Client()
    visitor.post(reverse("mfa_login_webauthn"), {"credential": '{"id": "key"}'}, REMOTE_ADDR=HERE)
    assert get_user(visitor) == ada


def spell() -> Guessing | None:
    return Guessing.objects.first()


def test_many_wrong_passwords_are_one_spell_from_wherever_they_come(ada: Player) -> None:
    for n in range(failed_logins.REPORTED_WRONG_PASSWORDS - 1):
        guess(1, address=f"10.0.0.{n}")
    assert spell() is None
    guess(1)
    first = spell()
    assert first is not None
    assert first.player == ada
    guess(1, address=ELSEWHERE)
    again = spell()
    assert again is not None
    assert again.since == first.since
    assert again.last_at > first.last_at
    assert not mail.outbox, "nobody waits for a mail server here"


def wrong(times: int, now: datetime, login: str = "ada") -> None:
    for _ in range(times):
        failed_logins.record_wrong_password(login=login, now=now)


def test_a_spell_ends_with_a_day_without(ada: Player) -> None:
    wrong(failed_logins.REPORTED_WRONG_PASSWORDS, NOW)
    for hours in (5, 28, 51):
        wrong(1, NOW + timedelta(hours=hours))
    assert [each.since for each in failed_logins.find_guessing_spells(since=NOW - timedelta(days=9))] == [NOW]
    later = NOW + timedelta(hours=51) + failed_logins.SPELL_QUIET_TIME
    wrong(1, later)
    assert [each.since for each in failed_logins.find_guessing_spells(since=NOW)] == [later]


def test_the_address_is_a_name_too_and_nobody_is_nobody(ada: Player) -> None:
    for login in ("nobody", "nobody@example.org"):
        wrong(30, NOW, login)
    assert spell() is None
    wrong(failed_logins.REPORTED_WRONG_PASSWORDS, NOW, "Ada@Example.org")
    assert spell() is not None


def test_a_wrong_password_takes_the_same_statements_whether_or_not_somebody_has_the_name(ada: Player) -> None:
    said = []
    for login in ("ada", "nobody"):
        with CaptureQueriesContext(connection) as context:
            guess(1, login=login)
        said.append(len(context))
    assert said[0] == said[1]
