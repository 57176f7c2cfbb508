"""Tests that visitors without a cookie fill no table, because requests that store a session are limited."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import URLPattern, get_resolver

from apps.accounts.views import account

pytestmark = pytest.mark.django_db
CHALLENGE: Final = "/accounts/2fa/webauthn/login/"


ENTRANCES: Final = {"/guest/", "/play-now/", "/quick/"}
"""The addresses where visitors become guests, limited per hour."""

SENT: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("get", {}),
    ("get", {"X-Requested-With": "XMLHttpRequest"}),
    ("head", {"Accept": "application/json"}),
    ("post", {"HX-Request": "true"}),
)


def addresses(among: Any, before: str = "/") -> Iterator[str]:
    """Yield all addresses except those of the admin, with a 1 for each parameter."""
    for one in among:
        address = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield re.sub(r"<[^>]*>|\(.*\)", "1", address).strip("^$")
        elif address != "/admin/":
            yield from addresses(one.url_patterns, address)


@pytest.mark.once
@pytest.mark.parametrize(("method", "headers"), SENT)
def test_no_address_stores_sessions_without_a_limit(method: str, headers: dict[str, str]) -> None:
    found = set()
    for address in {*addresses(get_resolver().url_patterns)} - ENTRANCES - {CHALLENGE}:
        client = Client(raise_request_exception=False)
        with suppress(AssertionError):  # Some addresses only answer ASGI.
            getattr(client, method)(address, headers=headers)
        if Session.objects.exists():
            found.add(address)
            Session.objects.all().delete()
    assert not found


def test_an_address_gets_so_many_challenges_for_passkeys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account, "MAX_CHALLENGES_IN_10_MINUTES", 2)
    sent = {"X-Requested-With": "XMLHttpRequest"}
    answers = [Client().get(CHALLENGE, headers=sent).status_code for _ in range(4)]
    assert (answers, Session.objects.count()) == ([200, 200, 429, 429], 2)
    assert Client().get(CHALLENGE, headers=sent, REMOTE_ADDR="203.0.113.7").status_code == 200


@pytest.mark.parametrize("path", ["totp/activate", "webauthn/add", "recovery-codes/generate", "webauthn/keys/1/edit"])
def test_visitors_are_told_to_log_in_and_nothing_they_send_is_kept(path: str) -> None:
    assert Client().post(f"/accounts/2fa/{path}/", {"name": "x" * 10_000}).status_code == 401
    assert not Session.objects.exists()
