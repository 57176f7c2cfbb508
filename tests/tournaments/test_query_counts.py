"""Tests of the number of statements for tournament pages, for few entrants and for many."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Tournament
from apps.tournaments.services import announcements, entries, talk
from tests.factories.people import browser
from tests.factories.tournaments import CUT, GROUPS, NOON, SWISS, bots, people, tournament
from tests.tournaments.admin_pages import desk, organiser, text
from tests.tournaments.test_admin_dashboard import published
from tests.tournaments.test_following import HTMX, halfway, over
from tests.tournaments.test_public import PAGES, address

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


@pytest.mark.parametrize("count", [8, 28])
def test_every_page_takes_twelve_statements_at_most(
    at: Browser, player: Any, count: int, quick: None, django_assert_max_num_queries: Any
) -> None:
    cup = tournament(SWISS, Knockout(top=8, most=4, least=3, onward=2), by=player("orga"))
    me = people(cup, player, 3)[0]
    bots(cup, count - 3)
    for number in range(5):
        announcements.post_announcement(
            code=cup.code, text=f"Number {number}", by=me.pk, now=NOON + timedelta(days=number)
        )
        talk.add_post(code=cup.code, user=me, text=f"Number {number}", now=NOON)
    home = at(me)
    for act in (lambda: halfway(cup), lambda: over(cup)):
        act()
        for path in (*PAGES, "rounds/1/", "talk/"):
            cache.clear()
            with django_assert_max_num_queries(12 if path else 14):  # Two of them draw the round's tables.
                assert home.get(address(cup, path)).status_code == 200, path


def test_looking_whether_there_is_news_takes_four(
    client: Client, quick: None, django_assert_max_num_queries: Any
) -> None:
    cup = tournament(SWISS)
    bots(cup, 8)
    halfway(cup)
    page = client.get(address(cup, "standings/")).content.decode()
    mark = re.search(r'hx-get="([^"]+)"', page)
    assert mark
    with django_assert_max_num_queries(1):
        assert client.get(mark[1], headers=HTMX).status_code == 204


def test_the_list_takes_few_statements(at: Browser, ada: Any, django_assert_max_num_queries: Any) -> None:
    for n in range(30):
        cup = tournament(SWISS, name=f"Cup {n}", starts_at=timezone.now())
        entries.register_player(code=cup.code, player=ada, now=NOON)
    Tournament.objects.filter(pk__gt=cup.pk - 15).update(status="over")
    cache.clear()
    home = at(ada)
    with django_assert_max_num_queries(9):  # One finished tournament is read for its winner, and cached.
        home.get("/tournaments/")
    for _each in range(14):
        home.get("/tournaments/")
    with django_assert_max_num_queries(6):
        home.get("/tournaments/")


@pytest.mark.parametrize("stages", [(SWISS,), (GROUPS, CUT)])
def test_the_desk_asks_as_little_for_many_as_for_few(stages: Any) -> None:
    counts = []
    for number, count in enumerate((8, 48)):
        cup = tournament(*stages, by_itself=False, most=64, least=8, name=f"Cup {number}")
        host = browser(organiser(f"host{number}", cup))
        published(cup, count)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert host.get(desk(cup)).status_code == 200
        counts.append(len(queries))
    assert counts[1] <= counts[0]
    assert counts[0] < 40


def test_the_list_asks_once_for_all() -> None:
    counts = []
    for number in range(2):
        cups = [tournament(name=f"Cup {number}{i}") for i in range(5)]
        host = browser(organiser(f"host{number}", *cups))
        with CaptureQueriesContext(connection) as queries:
            assert text(host.get("/admin/tournaments/tournament/")).count("/desk/") == 5
        counts.append(len(queries))
    assert counts[0] == counts[1] < 20
