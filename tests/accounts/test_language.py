"""Tests that a player's chosen language applies wherever they log in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from apps.accounts.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PASSWORD = "slow and steady"


def read(client: Client, path: str = "/tables/", says: str = "en") -> str:
    """Return the language of a page, from its first line to its last."""
    html = client.get(path, headers={"accept-language": says}).content.decode()
    found = re.search(r'<html lang="(\w+)"', html)
    chosen = re.search(r'value="(\w+)"\s+lang="\w+"\s+aria-current', html)
    assert found
    assert chosen
    assert found[1] == chosen[1], "one page, one language"
    return found[1]


@pytest.fixture
def french(ada: Player) -> Player:
    Player.objects.filter(pk=ada.pk).update(language="fr")
    return ada


@pytest.mark.parametrize("path", ["/", "/tables/", "/matches/", "/me/", "/games/fuse/", "/accounts/email/"])
def test_the_choice_wins_over_browser_and_cookie_on_the_very_first_page(french: Player, path: str) -> None:
    client = Client()
    client.force_login(french)
    client.cookies["django_language"] = "de"
    assert read(client, path, says="en") == "fr"
    assert client.cookies["django_language"].value == "fr"


def test_the_browser_asks_for_it_itself_afterwards(french: Player, client: Client) -> None:
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    cookie = client.cookies["django_language"]
    assert (cookie.value, cookie["samesite"], cookie["max-age"]) == ("fr", "Lax", 365 * 24 * 3600)
    assert "django_language" not in client.get("/tables/").cookies, "said once is enough"


def test_nobody_is_loaded_for_it(french: Player, client: Client, django_assert_num_queries: Any) -> None:
    client.force_login(french)
    client.get("/tables/")
    cache.clear()
    with django_assert_num_queries(1):
        client.get("/healthz")


def test_the_choice_below_each_page_is_remembered_for_whoever_is_logged_in(ada: Player, client: Client) -> None:
    client.force_login(ada)
    client.post("/i18n/setlang/", {"language": "de"})
    ada.refresh_from_db()
    assert ada.language == "de"
    elsewhere = Client()
    elsewhere.force_login(ada)
    assert read(elsewhere) == "de"


@pytest.mark.parametrize("language", ["", "xx", "de-de-de-de", "x" * 5000])
def test_a_language_nobody_speaks_changes_nothing(french: Player, client: Client, language: str) -> None:
    client.force_login(french)
    client.post("/i18n/setlang/", {"language": language})
    french.refresh_from_db()
    assert french.language == "fr"


def test_it_is_chosen_on_ones_own_page_and_given_back_to_the_browser(ada: Player, client: Client) -> None:
    client.force_login(ada)
    words = {"username": "ada", "time_zone": "UTC"}
    saved = client.post("/me/", {**words, "language": "de"}, follow=True)
    assert "Gespeichert" in saved.content.decode()
    assert read(client) == "de"
    client.post("/me/", {**words, "language": ""})
    assert client.cookies["django_language"].value == ""
    assert read(client, says="fr") == "fr"


def test_who_signs_up_takes_the_choice_along(client: Client) -> None:
    client.post("/i18n/setlang/", {"language": "de"})
    client.post(reverse("accounts:guest"))
    assert Player.objects.get().language == "de"
    visitor = Client()
    visitor.post("/i18n/setlang/", {"language": "fr"})
    visitor.post(reverse("account_signup"), {"username": "Eva", "password1": "a match in the dark"})
    assert Player.objects.get(username="Eva").language == "fr"


def test_visitors_read_what_they_read_before(client: Client) -> None:
    assert read(client, says="fr") == "fr"
    client.cookies["django_language"] = "de"
    assert read(client, says="fr") == "de"
