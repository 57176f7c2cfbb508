"""Tests of access tokens: shown once, stored as fingerprints, revoked at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from apps.accounts.errors import TokenRefused
from apps.accounts.models import AccessToken, Player
from apps.accounts.services import access_tokens
from apps.common import clocks
from apps.people.services.export import PARTS
from tests.factories.fixtures import at as at

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
PATH = "/me/tokens/"


def create(player: Any, name: str = "bot", scopes: Any = ("read",)) -> tuple[AccessToken, str]:
    return access_tokens.create_access_token(player=player, name=name, scopes=scopes, now=clocks.now())


def fresh(player: Any) -> Client:
    """Return a browser in which the player has just logged in with their password."""
    player.set_password("Sesame 4 all")
    player.save()
    browser = Client()
    browser.post("/accounts/login/", {"login": player.username, "password": "Sesame 4 all"})
    browser.post("/accounts/reauthenticate/", {"password": "Sesame 4 all", "next": PATH})
    return browser


def test_a_token_is_shown_once_and_stored_as_a_fingerprint(ada: Any) -> None:
    browser = fresh(ada)
    answer = browser.post(PATH, {"name": "My bot", "scope": ["read", "play"]})
    token = AccessToken.objects.get(player=ada)
    assert (token.name, token.scopes) == ("My bot", "read play")
    text = answer.content.decode().partition('class="secret" translate="no">')[2].partition("<")[0]
    assert text.startswith("sf_")
    assert len(text) > 40
    assert access_tokens.find_access_token(text, now=clocks.now()) == token
    assert text not in str(list(AccessToken.objects.values_list()))
    assert text not in browser.get(PATH).content.decode()
    assert "no-store" in answer["Cache-Control"]


def test_the_page_wants_a_fresh_login(ada: Any, at: Browser) -> None:
    answer = at(ada).get(PATH)
    assert (answer.status_code, "reauthenticate" in answer["Location"]) == (302, True)


def test_a_revoked_token_is_gone_and_only_its_player_can_revoke_it(ada: Any, ben: Any, at: Browser) -> None:
    row, text = create(ada)
    at(ben).post(f"{PATH}{row.pk}/revoke/")
    assert access_tokens.find_access_token(text, now=clocks.now()) == row
    at(ada).post(f"{PATH}{row.pk}/revoke/")
    assert access_tokens.find_access_token(text, now=clocks.now()) is None


@pytest.mark.parametrize(
    ("name", "scopes"), [("", ["read"]), ("x" * 41, ["read"]), ("a\x00b", ["read"]), ("bot", []), ("bot", ["admin"])]
)
def test_a_wrong_name_or_scope_is_refused_with_a_sentence(ada: Any, at: Browser, name: str, scopes: list[str]) -> None:
    with pytest.raises(TokenRefused):
        create(ada, name, scopes)
    answer = fresh(ada).post(PATH, {"name": name, "scope": scopes})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not AccessToken.objects.exists()


def test_guests_have_none_and_nobody_has_too_many(ada: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_tokens, "MAX_TOKENS", 2)
    for _ in range(2):
        create(ada)
    with pytest.raises(TokenRefused):
        create(ada)
    with pytest.raises(TokenRefused):
        create(Player.objects.create_user("visitor", guest=True))


def test_the_last_use_is_noted_to_the_minute(ada: Any) -> None:
    row, text = create(ada)
    now = clocks.now()
    for seconds, noted in ((0, 0), (30, 0), (61, 61)):
        access_tokens.find_access_token(text, now=now + timedelta(seconds=seconds))
        row.refresh_from_db()
        assert row.last_used_at == now + timedelta(seconds=noted)


def test_the_export_names_tokens_without_their_secrets(ada: Any) -> None:
    row, _text = create(ada, "My bot")
    [told] = dict(PARTS)["tokens"](player=ada.pk)
    assert told == {"name": "My bot", "scopes": "read", "created_at": row.created_at, "last_used_at": None}
