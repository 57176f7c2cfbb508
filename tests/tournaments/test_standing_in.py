"""Tests of a player's places in leagues, ladders and arenas, on their profile and beside their own matches."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Player
from apps.ratings.services import ledger
from apps.tournaments.models import Arena, Ladder, League, LeagueMember, Tournament
from apps.tournaments.services import arenas, leagues
from tests.factories.clubs import club
from tests.factories.finished_matches import finished_match
from tests.factories.ladders import ladder, on
from tests.factories.leagues import league, members
from tests.factories.people import browser
from tests.factories.tournaments import NOON

pytestmark = pytest.mark.django_db


def lines(client: Client, path: str = "/p/ada/") -> list[str]:
    """Return what a page says of each league, ladder and arena, with the place."""
    response = client.get(path)
    assert response.status_code == 200
    seen = response.content.decode().partition('id="standings"')[2].partition("</section>")[0]
    rows = [re.sub(r"<[^>]+>", " ", row) for row in seen.split("<li>")[1:]]
    return [re.sub(r"\s+", " ", row).strip() for row in rows]


def arena(**more: Any) -> Arena:
    now = timezone.now()
    usual = {
        "name": "Week of Fire", "game": "fuse", "begins_at": now - timedelta(days=1),
        "ends_at": now + timedelta(days=6), "created_at": now,
    }  # fmt: skip
    return Arena.objects.create(**{**usual, **more})


def enter(of: Arena, *people: Player) -> None:
    for one in people:
        arenas.join_arena(pk=of.pk, player=one, now=of.begins_at, circle=of.circle)


def test_a_rung_of_a_ladder_is_told_until_it_ends(client: Client, ada: Any, ben: Any, cleo: Any) -> None:
    assert lines(client) == []
    of = ladder()
    on(of, ben, ada, cleo)
    assert lines(client) == ["Fuse Ladder Ladder 2nd of 3"]
    assert f'href="{of.get_absolute_url()}"' in client.get("/p/ada/").content.decode()
    Player.objects.filter(pk=ben.pk).update(is_active=False)
    assert lines(client) == ["Fuse Ladder Ladder 1st of 2"], "as its page counts"
    Ladder.objects.update(active=False)
    assert lines(client) == []


def test_a_place_in_an_arena_is_told_from_the_first_match_to_the_end(
    client: Client, ada: Any, ben: Any, cleo: Any
) -> None:
    of = arena()
    enter(of, ada, ben, cleo)
    assert re.fullmatch(r"Week of Fire Arena · until .*\d", lines(client)[0])
    begun = of.begins_at + timedelta(hours=1)
    finished_match([ben, ada], [1, 2], at=begun, days=0.01)
    ledger.record_results(now=timezone.now())
    assert lines(client)[0].endswith(" 2nd of 3")
    assert lines(client, "/p/ben/")[0].endswith(" 1st of 3")
    Arena.objects.update(begins_at=timezone.now() + timedelta(days=1))
    assert "Arena · starts: " in lines(client)[0]
    Arena.objects.update(begins_at=NOON, ends_at=NOON + timedelta(days=1))
    assert lines(client) == []


def test_a_division_and_the_place_in_it_are_told(client: Client, ada: Any, player: Callable[[str], Any]) -> None:
    of = league(starts_at=timezone.now() + timedelta(days=1))
    members(of, player, 5)
    leagues.join_league(pk=of.pk, player=ada, now=NOON)
    assert "Fuse League League · starts: " in lines(client)[0]
    now = timezone.now()
    League.objects.update(starts_at=now)
    leagues.start_season(pk=of.pk, now=now)
    assert Tournament.objects.filter(division__league=of).count() == 1
    assert re.fullmatch(r"Fuse League League · division 1 · until .* \dth of 6|.* [1-3]\w\w of 6", lines(client)[0])
    Tournament.objects.update(status="over", over_at=now)
    assert lines(client) == ["Fuse League League"], "between two seasons"
    LeagueMember.objects.update(left_at=now)
    assert lines(client) == []


def test_events_of_clubs_are_told_to_oneself_only(client: Client, ada: Any, ben: Any) -> None:
    code = club(ada).code
    secret = ladder(circle=code, name="Secret Ladder")
    on(secret, ada)
    enter(arena(circle=code, name="Secret Arena"), ada)
    of = league(circle=code, name="Secret League", starts_at=timezone.now() + timedelta(days=1))
    leagues.join_league(pk=of.pk, player=ada, now=NOON, circle=code)
    for reader in (client, browser(ben)):
        assert "Secret" not in reader.get("/p/ada/").content.decode()
    for path in ("/p/ada/", "/mine/"):
        assert [row[:13] for row in lines(browser(ada), path)] == ["Secret League", "Secret Ladder", "Secret Arena "]
    assert "standings" not in browser(ben).get("/mine/").content.decode().replace("standings.css", "")


@pytest.mark.parametrize("count", [1, 6])
def test_they_take_few_statements(
    ada: Any, player: Callable[[str], Any], count: int, django_assert_max_num_queries: Any
) -> None:
    for number in range(count):
        on(ladder(name=f"Ladder {number}"), ada)
        enter(arena(name=f"Arena {number}"), ada)
        of = league(name=f"League {number}", starts_at=timezone.now() + timedelta(days=1))
        leagues.join_league(pk=of.pk, player=ada, now=NOON)
    home = browser(ada)
    for most, path in ((19, "/p/ada/"), (18, "/mine/")):
        cache.clear()
        home.get(path)
        with django_assert_max_num_queries(most):
            assert len(lines(home, path)) <= 10
