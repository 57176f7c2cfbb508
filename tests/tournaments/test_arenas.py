"""Tests of arenas: which matches count, what the page says, joining and leaving, and how to create one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.matches.models import Match
from apps.people.services import account_deletion
from apps.ratings.services import ledger
from apps.tournaments.errors import ArenaRefused
from apps.tournaments.models import Arena, ArenaPlayer
from apps.tournaments.services import arenas
from tests.factories.finished_matches import finished_match
from tests.factories.people import browser, superuser
from tests.tournaments.admin_pages import text
from tests.tournaments.test_public import seen

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ADD = "/admin/tournaments/arena/add/"


def arena(**more: Any) -> Arena:
    """Return an arena that started three days ago and ends in four."""
    now = timezone.now()
    given = {"name": "Fuse Week", "game": "fuse", "begins_at": now - 3 * DAY, "ends_at": now + 4 * DAY,
             "created_at": now - 9 * DAY, **more}  # fmt: skip
    return Arena.objects.create(**given)


def joined(of: Arena, *players: Player, at: datetime | None = None) -> None:
    for player in players:
        arenas.join_arena(pk=of.pk, player=player, now=at or of.begins_at)


def match(players: Sequence[Any], places: Sequence[int], *, ended: timedelta, days: float = 0.1, **more: Any) -> Match:
    """Return a rated match that ended this long ago."""
    found = finished_match(players, places, at=timezone.now() - ended, days=days, **more)
    ledger.record_results(now=timezone.now())
    return found


def table(page: str) -> list[tuple[str, ...]]:
    """Return everyone's place, name, points, wins and matches."""
    rows = re.findall(r"<tr(?: class=\"me\")?> <td class=\"place\">(.*?)</tr>", page)
    return [tuple(re.sub(r"<[^>]+>", " ", row).split()[:1]) + _told(row) for row in rows]


def _told(row: str) -> tuple[str, ...]:
    [name] = re.findall(r"/p/(\w+)/", row)[:1]
    return (name, *re.findall(r'class="number[^"]*">(?:<strong>)?(\d+)', row)[:3])


def test_rated_matches_of_those_who_take_part_count_as_they_ended(
    ada: Player, ben: Player, player: Any, client: Client
) -> None:
    week, cleo = arena(), player("cleo")
    joined(week, ada, ben, cleo)
    match([ada, ben, cleo], [1, 2, 3], ended=20 * HOUR)
    match([ada, ben], [1, 2], ended=10 * HOUR)
    match([ada, cleo], [1, 2], ended=5 * HOUR)
    page = seen(client, week.get_absolute_url())
    assert table(page) == [("1", "ada", "5", "3", "3"), ("2", "ben", "1", "0", "2"), ("3", "cleo", "0", "0", "2")]
    assert "next win ×2" in page
    streak = gettext("From your %(number)s win in a row, every win counts double until your streak ends.")
    assert streak % {"number": "3rd"} in page


def test_what_is_not_rated_listed_within_the_days_or_at_an_open_table_does_not_count(
    ada: Player, ben: Player, player: Any, client: Client
) -> None:
    week, stranger = arena(), player("stranger")
    joined(week, ada, ben)
    match([ada, ben], [1, 2], ended=HOUR, rated=False)
    match([ada, ben], [1, 2], ended=HOUR, listed=False)
    match([ada, ben], [1, 2], ended=HOUR, game="bombe")
    match([ada, ben], [1, 2], ended=HOUR, days=4)
    match([ada, ben], [1, 2], ended=4 * DAY)
    match([ada, stranger], [1, 2], ended=HOUR)
    cup = finished_match([ada, ben], [1, 2], at=timezone.now() - HOUR, days=0.1)
    Match.objects.filter(pk=cup.pk).update(occasion="Cup")
    ledger.record_results(now=timezone.now())
    assert table(seen(client, week.get_absolute_url())) == [("1", "ada", "0", "0", "0"), ("1", "ben", "0", "0", "0")]


def test_who_joins_later_takes_part_with_what_begins_from_then_on(ada: Player, ben: Player, client: Client) -> None:
    week, now = arena(), timezone.now()
    joined(week, ada)
    match([ada, ben], [2, 1], ended=10 * HOUR)
    joined(week, ben, at=now - 8 * HOUR)
    match([ada, ben], [2, 1], ended=2 * HOUR)
    assert table(seen(client, week.get_absolute_url())) == [("1", "ben", "1", "1", "1"), ("2", "ada", "0", "0", "1")]
    arenas.leave_arena(pk=week.pk, player=ben, now=now)
    assert table(seen(client, week.get_absolute_url())) == [("1", "ada", "0", "0", "0")]


def test_nobody_joins_or_leaves_what_is_over_or_twice(ada: Player) -> None:
    week = arena()
    with pytest.raises(ArenaRefused, match=re.escape(gettext("You aren’t taking part."))):
        arenas.leave_arena(pk=week.pk, player=ada, now=week.begins_at)
    joined(week, ada)
    with pytest.raises(ArenaRefused, match=re.escape(gettext("You’ve already joined."))):
        joined(week, ada)
    for act in (arenas.join_arena, arenas.leave_arena):
        with pytest.raises(ArenaRefused, match=re.escape(gettext("This arena is over."))):
            act(pk=week.pk, player=ada, now=week.ends_at)
    account_deletion.delete_account(player=ada, now=timezone.now())
    assert not ArenaPlayer.objects.exists()


def test_one_joins_and_withdraws_with_a_button(at: Browser, ada: Player, client: Client) -> None:
    week, home = arena(), at(ada)
    address = week.get_absolute_url()
    assert client.post(f"{address}join/").status_code == 403
    said = gettext("You’ve joined the arena. Matches that start from now on count.")
    assert said in home.post(f"{address}join/", follow=True).content.decode()
    refused = home.post(f"{address}join/")
    assert refused.status_code == 409
    assert gettext("You’ve already joined.") in refused.content.decode()
    assert "you’re in" in seen(home, "/tournaments/arenas/")
    assert gettext("You’ve left the arena.") in home.post(f"{address}leave/", follow=True).content.decode()


def test_before_and_after_it_says_so(client: Client) -> None:
    assert "No arenas yet" in seen(client, "/tournaments/arenas/")
    now = timezone.now()
    coming, over = arena(begins_at=now + DAY), arena(name="Old", ends_at=now - DAY, begins_at=now - 8 * DAY)
    arena(name="Gone", game="gone")
    assert "The arena hasn’t started yet. You can join now." in seen(client, coming.get_absolute_url())
    assert "This arena is over." in seen(client, over.get_absolute_url())
    page = seen(client, "/tournaments/arenas/")
    assert re.findall(r">(Fuse Week|Old|Gone)</a>", page) == ["Fuse Week", "Old"]
    assert "/tournaments/arenas/" in seen(client, "/tournaments/")
    seen(client, "/tournaments/arenas/99999999999999999999/", 404)


def test_pages_take_few_statements(
    ada: Player, ben: Player, player: Any, at: Browser, django_assert_max_num_queries: Any
) -> None:
    week = arena()
    joined(week, ada, ben, *(player(f"p{number}") for number in range(10)))
    for hour in range(1, 9):
        match([ada, ben], [1, 2], ended=hour * HOUR)
    home = at(ada)
    for _time in range(2):
        with django_assert_max_num_queries(8):
            seen(home, week.get_absolute_url())
    with django_assert_max_num_queries(4):
        seen(home, "/tournaments/arenas/")


def test_a_name_a_game_a_kind_and_a_day_make_an_arena(db: None) -> None:
    office = browser(superuser())
    march = f"{timezone.now().year + 1}-03"
    typed = {"name": "Frogs", "about": "", "game": "frogs", "pattern": "weekend", "begins_at": f"{march}-05T20:00"}
    assert gettext("Three days: wins count double from the second in a row") in text(office.get(ADD))
    assert office.post(ADD, typed).status_code == 302
    made = Arena.objects.get()
    assert (made.game, made.streak, made.ends_at - made.begins_at) == ("frogs", 2, 3 * DAY)
    address = f"/admin/tournaments/arena/{made.pk}/change/"
    anew = {"name": "Frogs", "about": "", "begins_at": f"{march}-05T20:00", "ends_at": f"{march}-01T20:00", "streak": 0}
    assert "The end must be after the start." in text(office.post(address, anew))
    assert office.post(address, {**anew, "ends_at": f"{march}-15T20:00"}).status_code == 302
    made.refresh_from_db()
    assert (made.streak, made.ends_at - made.begins_at) == (0, 10 * DAY)
    assert "Frogs" in text(office.get("/admin/tournaments/arena/"))
