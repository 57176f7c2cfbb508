"""Every name in the lobby and on record leads to its person."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.games import catalogue
from apps.lobby.services import tables
from tests.ratings.finished import over

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_names_in_the_lists_lead_to_profiles_and_bots_have_none(client: Client, ada: Any, ben: Any) -> None:
    over([ada, None, ben], [1, 2, 3])
    page = client.get(reverse("matches:history")).content.decode()
    assert 'href="/p/ada/"' in page
    assert 'href="/p/ben/"' in page
    assert page.count('href="/p/') == 2
    assert "Fuse" in page


def test_names_at_tables_lead_to_profiles(client: Client, ada: Any, ben: Any) -> None:
    paces = catalogue()["fuse"].meta.paces
    table = tables.open_table(
        host=ada, game="fuse", seats=3, options={}, pace=paces["daily"], pace_name="daily", public=True,
        now=timezone.now(),
    )  # fmt: skip
    tables.join(code=table.code, player=ben, now=timezone.now())
    assert 'href="/p/ada/"' in client.get(reverse("lobby:tables")).content.decode()
    page = client.get(table.get_absolute_url()).content.decode()
    assert 'href="/p/ada/"' in page
    assert 'href="/p/ben/"' in page


def test_my_finished_matches_beyond_the_latest_stand_on_my_profile(ada: Any, ben: Any) -> None:
    home = Client()
    home.force_login(ada)
    codes = [over([ada, ben], [1, 2]).code for _ in range(12)]
    page = home.get(reverse("matches:mine")).content.decode()
    assert [code for code in codes if f"/m/{code}/" in page] == codes[2:]
    assert 'href="/p/ada/#ended"' in page
