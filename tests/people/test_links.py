"""Tests that every name in the lobby and in replays links to its profile."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.finished_matches import finished_match
from tests.factories.lobby import lobby_table
from tests.factories.people import browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_names_in_the_lists_lead_to_profiles_and_bots_have_none(client: Client, ada: Any, ben: Any) -> None:
    finished_match([ada, None, ben], [1, 2, 3])
    page = client.get(reverse("matches:history"), {"among": "all"}).content.decode()
    assert 'href="/p/ada/"' in page
    assert 'href="/p/ben/"' in page
    assert page.count('href="/p/') == 2
    assert "Fuse" in page


def test_names_at_tables_lead_to_profiles(client: Client, ada: Any, ben: Any) -> None:
    table = lobby_table(ada, ben, seats=3, now=timezone.now())
    assert 'href="/p/ada/"' in client.get(reverse("lobby:tables")).content.decode()
    page = client.get(table.get_absolute_url()).content.decode()
    assert 'href="/p/ada/"' in page
    assert 'href="/p/ben/"' in page


def test_my_finished_matches_beyond_the_latest_are_a_link_away(ada: Any, ben: Any) -> None:
    home = browser(ada)
    codes = [finished_match([ada, ben], [1, 2]).code for _ in range(12)]
    page = home.get(reverse("matches:mine")).content.decode()
    assert [code for code in codes if f"/m/{code}/" in page] == codes[2:]
    assert 'href="/p/ada/matches/"' in page
