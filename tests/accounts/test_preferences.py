"""How somebody likes the pages: kept with the account, guests' too; a visitor's browser keeps them until then."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from apps.accounts import preferences
from apps.accounts.models import Player
from apps.accounts.preferences import DEFAULT, Preferences

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PASSWORD = "slow and steady"
PAGE = "/me/preferences/"


def root(client: Client, path: str = "/tables/") -> str:
    """The first tag of a page."""
    html = client.get(path).content.decode()
    return html[html.index("<html") : html.index(">", html.index("<html"))]


def test_a_page_that_nobody_changed_says_nothing_of_it(client: Client) -> None:
    assert root(client).replace(' data-zone="UTC"', "") == '<html lang="en"'


def test_what_was_chosen_stands_on_every_page_and_what_is_usual_does_not(ada: Player, client: Client) -> None:
    client.force_login(ada)
    chosen = {"theme": "dark", "cards": "large", "motion": "auto", "confirm": "confirm", "enter": "line", "keys": "off"}
    assert client.post(PAGE, chosen | {"sound": "on"}).status_code == 302
    for path in ("/", "/mine/", PAGE):
        said = root(client, path)
        for told in ("theme=dark", "cards=large", "confirm=confirm", "enter=line", "keys=off", "sound=on"):
            assert 'data-{}="{}"'.format(*told.split("=")) in said
        assert "data-motion" not in said
    ada.refresh_from_db()
    assert "motion" not in ada.preferences


def test_the_browser_paints_itself_in_the_chosen_theme(ada: Player, client: Client) -> None:
    client.force_login(ada)
    client.post(PAGE, {"theme": "light"})
    html = client.get("/").content.decode()
    assert '<meta name="color-scheme" content="light">' in html
    assert html.count("theme-color") == 1


def test_a_visitor_keeps_them_in_the_browser_and_takes_them_along_into_an_account(ada: Player, client: Client) -> None:
    client.post(PAGE, {"theme": "dark", "cards": "large"})
    assert client.cookies["preferences"].value == "theme:dark.cards:large"
    assert 'data-theme="dark"' in root(client)
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    ada.refresh_from_db()
    assert ada.preferences == {"theme": "dark", "cards": "large"}
    assert not client.cookies["preferences"].value, "from now on the account says it"


def test_what_somebody_chose_in_their_account_is_not_changed_by_a_browser(ada: Player, client: Client) -> None:
    Player.objects.filter(pk=ada.pk).update(preferences={"theme": "light"})
    client.post(PAGE, {"theme": "dark", "keys": "off"})
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    ada.refresh_from_db()
    assert ada.preferences == {"theme": "light", "keys": "off"}


def test_guests_have_them_too_and_take_over_what_they_chose_before_they_came(client: Client) -> None:
    client.post(PAGE, {"theme": "dark"})
    client.post(reverse("accounts:guest"))
    assert Player.objects.get(guest=True).preferences == {"theme": "dark"}
    client.post(PAGE, {"theme": "auto"})
    assert "data-theme" not in root(client)


def test_no_statement_more_is_asked_for_them(ada: Player, client: Client, django_assert_num_queries: Any) -> None:
    client.force_login(ada)
    client.get(PAGE)
    cache.clear()
    with django_assert_num_queries(2):  # The session, and whose it is.
        client.get(PAGE)


def test_a_choice_that_there_is_not_is_refused_and_changes_nothing(ada: Player, client: Client) -> None:
    client.force_login(ada)
    response = client.post(PAGE, {"theme": "pink"})
    assert response.status_code == 400
    ada.refresh_from_db()
    assert ada.preferences == {}


@pytest.mark.parametrize("cookie", ["", "x", "theme", "theme:pink", "::::....", "theme:dark:er", "nope:1", "a" * 9000])
def test_a_cookie_that_cannot_be_read_is_as_none(cookie: str) -> None:
    assert preferences.from_cookie(cookie) == DEFAULT


def test_a_cookie_says_what_it_was_told() -> None:
    chosen = Preferences(theme="light", motion="full", confirm="undo")
    assert preferences.from_cookie(preferences.as_cookie(chosen)) == chosen


def test_a_value_that_is_gone_is_as_usual_and_the_others_stay() -> None:
    assert preferences.read({"theme": "sepia", "cards": "large", "later": [1]}) == Preferences(cards="large")


def test_the_list_of_keys_is_a_page_of_its_own(client: Client) -> None:
    assert "<kbd>J</kbd>" in client.get("/shortcuts/").content.decode()
