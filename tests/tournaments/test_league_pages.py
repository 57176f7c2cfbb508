"""Tests of the league pages: the list, the current season, everyone's results, joining and leaving."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.tournaments.models import League, LeagueMember, Tournament
from apps.tournaments.selectors import division_tables
from apps.tournaments.services import leagues, scheduler
from tests.factories.leagues import DAY, SEASON, league, members, names, played_out, playing
from tests.factories.people import browser
from tests.factories.tournaments import NOON
from tests.tournaments.test_public import seen

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


def fates(page: str) -> list[list[str]]:
    """Return everyone's fate, division by division, in table order."""
    return [re.findall(r"<td>(?:<span class=\"quiet\">|[▲▼✕] )(\w+)", each) for each in page.split("<table")[1:]]


def lines(page: str) -> list[list[int]]:
    """Return the rows of each division after which a line is drawn."""
    tables = [re.findall(r'<tr class="([^"]*)"', each) for each in page.split("<table")[1:]]
    return [[n for n, row in enumerate(each, start=1) if "last-on" in row] for each in tables]


def test_before_the_first_season_it_says_how_it_works_when_it_begins_and_who_has_joined(
    player: Any, client: Client
) -> None:
    tuesday = league(about="On *Tuesdays*.", moves=3, most=12)
    members(tuesday, player, 4)
    page = seen(client, tuesday.get_absolute_url())
    divisions = gettext(
        "Members play in divisions of %(least)d to %(most)d. The first division is the highest. Each "
        "division is its own tournament."
    )
    assert divisions % {"least": 6, "most": 12} in page
    promoted = ngettext(
        "After each season, the best player in every division is promoted. As many as needed are "
        "relegated from the bottom of the division above.",
        "After each season, the best %(count)d players in every division are promoted. As many as needed "
        "are relegated from the bottom of the division above.",
        3,
    )
    assert promoted % {"count": 3} in page
    assert "<em>Tuesdays</em>" in page
    lacking = ngettext(
        "Season %(season)s needs %(lacking)s more member to start.",
        "Season %(season)s needs %(lacking)s more members to start.",
        2,
    )
    assert lacking % {"season": 1, "lacking": 2} in page
    assert [f">{name}</a>" in page for name in names(0, 3)] == [True, True]
    assert "<table" not in page


def test_the_running_season_shows_who_would_go_up_and_who_down(player: Any, client: Client) -> None:
    tuesday = league()
    members(tuesday, player, 18)
    scheduler.advance_tournaments(now=NOON)
    before = seen(client, tuesday.get_absolute_url())
    assert fates(before) == [[], []], "nobody has earned anything"
    assert "▲" not in before
    played_out(tuesday, now=NOON)
    late = members(tuesday, player, 1, called="late", now=NOON + DAY)
    page = seen(client, tuesday.get_absolute_url())
    assert fates(page) == [["stays"] * 7 + ["down"] * 2, ["up"] * 2 + ["stays"] * 7]
    assert lines(page) == [[7], [2]]
    assert "Waiting for season 2" in page
    assert late[0].username in page.partition("Waiting for season")[2]


def test_when_the_next_season_begins_is_said_and_what_it_waits_for(player: Any, client: Client) -> None:
    tuesday = league(starts_at=timezone.now())
    members(tuesday, player, 12)
    scheduler.advance_tournaments(now=timezone.now())
    starts = gettext("Season %(season)s starts:") % {"season": 2}
    assert f"{starts} <time" in seen(client, tuesday.get_absolute_url())
    Tournament.objects.update(started_at=NOON)
    waiting = seen(client, tuesday.get_absolute_url())
    assert (
        gettext("Season %(season)s starts once all of this season’s divisions have finished.") % {"season": 2}
        in waiting
    )
    League.objects.update(active=False)
    assert gettext("No further seasons are planned.") in seen(client, tuesday.get_absolute_url())


def test_an_earlier_season_shows_what_became_of_everybody(player: Any, client: Client) -> None:
    tuesday = league()
    members(tuesday, player, 12)
    played_out(tuesday, now=NOON, silent=["p011"])
    members(tuesday, player, 1, called="late", now=NOON + DAY)
    scheduler.advance_tournaments(now=NOON + SEASON)
    before = seen(client, f"{tuesday.get_absolute_url()}?season=1")
    assert fates(before) == [["stays"] * 4 + ["down"] * 2, ["up"] * 2 + ["stays"] * 3 + ["out"]]
    assert lines(before) == [[4], [2]]
    assert 'id="mine"' not in before
    now = seen(client, tuesday.get_absolute_url())
    assert "Season 2</h2>" in now
    for odd in ("0", "x", "9", "99999999"):
        assert "Season 2</h2>" in seen(client, f"{tuesday.get_absolute_url()}?season={odd}")


def test_each_division_is_a_tournament_that_leads_back_to_its_league(player: Any, client: Client) -> None:
    tuesday = league()
    members(tuesday, player, 12)
    scheduler.advance_tournaments(now=NOON)
    upper, lower = playing(tuesday)
    page = seen(client, tuesday.get_absolute_url())
    assert upper.get_absolute_url() in page
    assert lower.get_absolute_url() in page
    own = seen(client, lower.get_absolute_url())
    assert f'href="{tuesday.get_absolute_url()}?season=1"' in own
    assert "season 1, division 2" in own
    rules = seen(client, f"{lower.get_absolute_url()}rules/")
    assert "division 2 of season 1 of a league" in rules
    waits = gettext(
        "The tournament takes %(least)d to %(most)d entrants. When it’s full, you join the waiting list "
        "and move up when someone leaves."
    )
    assert waits.partition("%(most)d")[2] not in rules


def test_divisions_stand_in_the_list_of_tournaments_of_those_alone_who_play_there(
    player: Any, client: Client, at: Browser
) -> None:
    tuesday = league()
    who = members(tuesday, player, 12)
    scheduler.advance_tournaments(now=NOON)
    everybody = seen(client, "/tournaments/")
    assert "/tournaments/leagues/" in everybody
    assert "Fuse League 1/1" not in everybody
    mine = seen(at(who[0]), "/tournaments/")
    assert "Fuse League 1/1" in mine
    assert "Fuse League 1/2" not in mine


def test_the_list_says_how_far_each_has_come(player: Any, client: Client, at: Browser) -> None:
    assert "No leagues yet" in seen(client, "/tournaments/leagues/")
    tuesday = league()
    who = members(tuesday, player, 12)
    league(name="Gone", game="gone")
    league(name="Old", active=False)
    scheduler.advance_tournaments(now=NOON)
    page = seen(client, "/tournaments/leagues/")
    assert re.findall(r">(Fuse League|Old|Gone)</a>", page) == ["Fuse League", "Old"]
    assert "season 1 · 2 divisions" in page
    assert "12 members" in page
    assert gettext("you’re in") not in page
    assert gettext("you’re in") in seen(at(who[0]), "/tournaments/leagues/")
    seen(client, "/tournaments/leagues/99999999999999999999/", 404)


def test_one_joins_and_leaves_with_a_button(at: Browser, ada: Player) -> None:
    tuesday = league(starts_at=timezone.now() + DAY)
    home, address = at(ada), tuesday.get_absolute_url()
    page = home.post(f"{address}join/", follow=True).content.decode()
    assert gettext("You’re in. You’ll play from season %(season)s.") % {"season": 1} in page
    again = home.post(f"{address}join/")
    assert again.status_code == 409
    assert gettext("You’re already in this league.") in again.content.decode()
    page = home.post(f"{address}leave/", follow=True).content.decode()
    assert gettext("You’ve left the league.") in page
    assert 'id="join"' in page
    assert home.post(f"{address}leave/").status_code == 409
    assert not LeagueMember.objects.filter(left_at=None).exists()


def test_who_has_no_account_is_told_so(client: Client, player: Any) -> None:
    tuesday = league()
    answer = client.post(f"{tuesday.get_absolute_url()}join/")
    assert answer.status_code == 403
    assert gettext("You need an account to join a league.") in answer.content.decode()
    guest = player("guest")
    Player.objects.filter(pk=guest.pk).update(guest=True)
    refused = browser(guest).post(f"{tuesday.get_absolute_url()}join/")
    assert refused.status_code == AccountNeeded.status
    first = gettext("You need an account to join a league. Choose a name and a password first.")
    assert first in refused.content.decode()


def test_where_one_plays_is_said_first(player: Any, at: Browser) -> None:
    tuesday = league()
    who = members(tuesday, player, 12)
    scheduler.advance_tournaments(now=NOON)
    page = seen(at(who[7]), tuesday.get_absolute_url())
    assert gettext("You’re in division %(number)s in season %(season)s.") % {"number": 2, "season": 1} in page
    leagues.leave_league(pk=tuesday.pk, player=who[7], now=NOON)
    page = seen(at(who[7]), tuesday.get_absolute_url())
    assert 'id="join"' in page
    assert page.count(f">{gettext('absent')}<") == 1


def test_of_many_divisions_whoever_looks_first_reads_a_few_and_is_told(
    player: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(division_tables, "MAX_DIVISIONS_READ", 1)
    tuesday = league()
    members(tuesday, player, 12)
    played_out(tuesday, now=NOON)
    first = seen(client, tuesday.get_absolute_url())
    assert "still being counted" in first
    assert first.count("<table") == 1
    assert fates(first) == [[]], "it depends on all of them"
    second = seen(client, tuesday.get_absolute_url())
    assert "still being counted" not in second
    assert second.count("<table") == 2
    assert all(fates(second))


def test_pages_take_few_statements_once_the_divisions_were_read(
    player: Any, at: Browser, django_assert_max_num_queries: Any
) -> None:
    tuesday = league()
    who = members(tuesday, player, 24)
    played_out(tuesday, now=NOON)
    scheduler.advance_tournaments(now=NOON + SEASON)
    home = at(who[0])
    for path in ("", "?season=1"):
        seen(home, f"{tuesday.get_absolute_url()}{path}")
        with django_assert_max_num_queries(10):
            seen(home, f"{tuesday.get_absolute_url()}{path}")
    with django_assert_max_num_queries(4):
        seen(home, "/tournaments/leagues/")
    assert Tournament.objects.count() == 6
