"""Every page, with something of everything on it, speaks the reader's language; and what none of them shows."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse

from apps.accounts.models import Player
from tests.config import english, house
from tests.conftest import PASSWORD
from tests.reading import words

pytestmark = pytest.mark.django_db

SITE, OFFICE = ("/",), ("/admin/",)

NOBODY = {
    "accounts/2fa/webauthn/keys/<int:pk>/edit/",
    "accounts/2fa/webauthn/keys/<int:pk>/remove/",
    "feed/<str:token>.atom",
    "feed/<str:token>.ics",
    "mail/",
    "mail/<str:name>/",
}
"""What nobody comes to here: nobody has a passkey or a feed, and the letters are those of an embedded house."""


def browser(name: str) -> Client:
    """Somebody who has just said once more that it is them."""
    client = Client()
    if name != "anybody":
        client.force_login(Player.objects.get(username=name))
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


@pytest.mark.parametrize(
    ("name", "under"),
    [
        ("anybody", SITE), ("ada", SITE), ("ben", OFFICE), ("cleo", OFFICE),
        # What is another page for them than for the others.
        ("ben", ("/accounts/",)), ("dora", ("/accounts/", "/guest/", "/keep/", "/me/", "/mine/", "/tables/")),
    ],
)  # fmt: skip
def test_no_page_says_anything_in_english(name: str, under: tuple[str, ...], furnished: None) -> None:
    paths = house.addresses(office=under == OFFICE)
    left = english.left(browser(name), [path for path in paths if path.startswith(under)])
    data = house.data()
    assert [one for one in left if one[1].strip("› ") not in data and "@" not in one[1] and "://" not in one[1]] == []


def test_no_page_of_the_admin_shows_what_opens_an_account(furnished: None) -> None:
    secrets = {value for row in Authenticator.objects.all() for value in row.data.values() if isinstance(value, str)}
    session = UserSession.objects.create(user=Player.objects.get(username="ada"), session_key="opensesame", ip="::1")
    keys = {
        *secrets,
        session.session_key,
        *(part for one in Player.objects.all() for part in one.password.split("$")[1:]),
    }
    assert len(keys) > len(secrets) > 1
    for name in ("ben", "cleo"):
        person = browser(name)
        pages = {path: words(person.get(path).content.decode()) for path in house.addresses(office=True)}
        assert [path for path, said in pages.items() if keys & said] == []


def test_there_is_somebody_for_every_page(furnished: None) -> None:
    people = [browser(name) for name in ("ben", "ada", "dora", "anybody")]
    sights = [people[0].get(path).status_code for path in ("/admin/", "/admin/matches/match/", "/mine/", "/me/")]
    assert sights == [200] * 4
    assert house.refused(people) == NOBODY
