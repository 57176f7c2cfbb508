"""Tests of every page with something of everything: its language, its HTML, and what no page shows.

They are in one file because each test reuses the pages that another one has fetched.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from apps.accounts.models import Player
from tests.config import english, furnished_site, html_checker
from tests.config.sights import Sights
from tests.reading import words

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SITE, OFFICE = ("/",), ("/admin/",)

NOBODY = {
    "accounts/2fa/webauthn/keys/<int:pk>/edit/",
    "accounts/2fa/webauthn/keys/<int:pk>/remove/",
    "api/dumps/<str:name>",
    "api/v1/",
    "feed/<str:token>.atom",
    "feed/<str:token>.ics",
    "mail/<str:name>/",
    "metrics",
}
"""Unreachable pages: there is no passkey, feed, letter, token or dump, and the API has no page at its root."""


READERS = (
    ("anybody", SITE), ("ada", SITE), ("ben", OFFICE), ("cleo", OFFICE),
    # Pages that look different for them.
    ("ben", ("/accounts/",)), ("dora", ("/accounts/", "/guest/", "/keep/", "/me/", "/mine/", "/tables/")),
)  # fmt: skip


def test_no_page_says_anything_in_english(furnished: Sights) -> None:
    """Check the pages of all readers in one test. Otherwise each test process would furnish a site of its own."""
    data = furnished_site.data()
    for name, under in READERS:
        paths = furnished_site.addresses(office=under == OFFICE)
        left = english.left(furnished, name, [path for path in paths if path.startswith(under)])
        said = [one for one in left if one[1].strip("› ") not in data and "@" not in one[1] and "://" not in one[1]]
        assert not said, name


def test_every_page_is_html_as_it_should_be(furnished: Sights, tmp_path: Path) -> None:
    pages = {}
    for name, under in READERS[:3]:
        for path in furnished_site.addresses(office=under == OFFICE):
            text = furnished.of(name, path).text
            if text.lstrip().startswith("<!DOCTYPE"):
                pages[f"{path} for {name}"] = text
    assert len(pages) > 200
    wrong = html_checker.wrong(pages.items(), tmp_path)
    assert not wrong, "\n\n".join(wrong)


def test_every_page_has_one_title_which_no_section_repeats(furnished: Sights) -> None:
    wrong = []
    for name, under in READERS[:3]:
        for path in furnished_site.addresses(office=under == OFFICE):
            text = furnished.of(name, path).text
            found = re.findall(r"<h([12])\b.*?>(.*?)</h\1>", text, re.DOTALL) if "<!DOCTYPE html>" in text else []
            said = [" ".join(re.sub(r"<.*?>", "", heading).split()) for _level, heading in found]
            if found and ([level for level, _heading in found].count("1") != 1 or len(set(said)) < len(said)):
                wrong.append((name, path, said))
    assert wrong == []


def test_no_page_of_the_admin_shows_what_opens_an_account(furnished: Sights) -> None:
    secrets = {value for row in Authenticator.objects.all() for value in row.data.values() if isinstance(value, str)}
    session = UserSession.objects.create(user=Player.objects.get(username="ada"), session_key="opensesame", ip="::1")
    keys = {
        *secrets,
        session.session_key,
        *(part for one in Player.objects.all() for part in one.password.split("$")[1:]),
    }
    assert len(keys) > len(secrets) > 1
    for name in ("ben", "cleo"):
        pages = {path: words(furnished.of(name, path).text) for path in furnished_site.addresses(office=True)}
        assert [path for path, said in pages.items() if keys & said] == []


def test_there_is_somebody_for_every_page(furnished: Sights) -> None:
    def status(name: str, path: str) -> int:
        return furnished.of(name, path).status

    assert {status("ben", path) for path in ("/admin/", "/admin/matches/match/", "/mine/", "/me/")} == {200}
    # The API's rate limit can be reached before its root is requested.
    assert furnished_site.refused(status, ["ada", "ben", "dora", "anybody"]) | {"api/v1/"} == NOBODY
