"""Tests of the names offered while a player types one: which, to whom, and how often."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.accounts.services import relations
from apps.people.selectors.names import starting_with
from apps.people.views import people
from tests.factories.clubs import club
from tests.factories.lobby import lobby_table
from tests.factories.people import browser, guest

pytestmark = pytest.mark.django_db
ADDRESS = reverse("people:names")


def names(reader: Any, typed: str, *, field: str = "name") -> list[str]:
    answer = browser(reader).get(ADDRESS, {field: typed})
    assert answer.status_code == 200
    return re.findall(r'<option value="(.*?)">', answer.content.decode())


@pytest.fixture
def people_called(player: Callable[[str], Any]) -> Callable[..., list[Any]]:
    return lambda *called: [player(name) for name in called]


def test_names_that_start_like_this_fit_however_they_are_typed(ada: Any, people_called: Any) -> None:
    people_called("Marla", "marco", "tamara", "mara_2")
    assert names(ada, "MAR") == ["mara_2", "marco", "Marla"]
    assert names(ada, " mar ", field="won_by") == ["mara_2", "marco", "Marla"]
    assert names(ada, "mara_") == ["mara_2"], "no letter stands for any other"
    assert names(ada, "m%") == []


def test_there_are_eight_and_friends_are_first(ada: Any, people_called: Any) -> None:
    made = people_called(*(f"mara{n}" for n in range(10)))
    relations.add_friend(owner=ada, other=made[9], now=timezone.now())
    assert names(ada, "mara") == ["mara9", *(f"mara{n}" for n in range(7))]


def test_one_letter_fits_everybody_and_so_finds_nobody(ada: Any, people_called: Any) -> None:
    people_called("mara")
    assert names(ada, "m") == names(ada, "") == names(ada, "m" * 200) == []


def test_nobody_finds_themselves_guests_closed_accounts_or_who_they_are_kept_apart_from(
    people_called: Any,
) -> None:
    me, blocked, blocker, closed, _other = people_called("mara1", "mara2", "mara3", "mara4", "mara5")
    guest("mara-6")
    relations.block_player(owner=me, other=blocked, now=timezone.now())
    relations.block_player(owner=blocker, other=me, now=timezone.now())
    closed.is_active = False
    closed.save()
    assert names(me, "mara") == ["mara5"]


def test_visitors_and_guests_are_told_no_names(ada: Any) -> None:
    assert Client().get(ADDRESS, {"name": "ada"}).status_code == 302
    assert names(guest(), "ad") == []


def test_names_are_looked_up_so_many_times_a_minute(ada: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MAX_NAME_LOOKUPS_PER_MINUTE", 2)
    home = browser(ada)
    assert [home.get(ADDRESS, {"name": "be"}).status_code for _ in range(3)] == [200, 200, 429]


def test_fields_for_names_have_the_list_where_its_reader_has_an_account(ada: Any, ben: Any) -> None:
    someone, table, circle = guest(), lobby_table(ada, seats=3), club(ada, ben)
    pages = [
        table.get_absolute_url(),
        f"{circle.get_absolute_url()}members/",
        reverse("people:mine"),
        reverse("matches:history"),
    ]
    for page in pages:
        html = browser(ada).get(page).content.decode()
        assert html.count('<datalist id="player-names"') == 1, page
        assert html.count(' list="player-names"') == (3 if page == pages[-1] else 1), page
    for reader in (someone, None):
        html = browser(reader).get(pages[-1]).content.decode()
        assert "player-names" not in html


@pytest.mark.postgres
def test_names_that_start_like_this_are_found_by_an_index(player: Callable[[str], Any]) -> None:
    ada = player("ada")
    with CaptureQueriesContext(connection) as context:
        starting_with("ad", reader=ada.pk)
    [asked] = context.captured_queries
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # With a handful of players, it would read them all.
        cursor.execute(f"EXPLAIN {asked['sql'].replace('%', '%%')}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert re.search(r"player_name_prefix[^>]*Index Cond: .*~>=~ 'ad'", plan), plan
