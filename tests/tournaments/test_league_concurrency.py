"""Tests that a season is created once and as a whole, despite concurrent workers and failures between divisions."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from apps.common.errors import Busy
from apps.notices.models import Notice
from apps.tournaments.errors import LeagueRefused
from apps.tournaments.models import Division, Entry, League, LeagueMember, Tournament
from apps.tournaments.selectors import leagues as selector
from apps.tournaments.services import leagues, lifecycle, notify, scheduler
from tests.concurrency import together
from tests.factories.leagues import SEASON, league, members, names, played_out, rosters
from tests.factories.tournaments import NOON, told
from tests.tournaments.killed import House, killed

pytestmark = pytest.mark.django_db(transaction=True)


def whole(of: League, season: int, *sizes: int) -> None:
    """Check that the season has divisions of these sizes, each once, and every member in one of them."""
    rows = Division.objects.filter(league=of, season=season).order_by("number")
    assert list(rows.values_list("number", flat=True)) == list(range(1, len(sizes) + 1))
    assert tuple(map(len, rosters(of))) == sizes
    entered = Counter(Entry.objects.filter(tournament__division__season=season).values_list("player", flat=True))
    assert set(entered.values()) == {1}
    assert set(entered) <= set(selector.find_league_members(of).values_list("player", flat=True))


def test_of_four_who_look_at_once_one_begins_the_season(player: Any) -> None:
    tuesday = league()
    who = members(tuesday, player, 16)
    results = together(*[lambda: leagues.look_ahead(now=NOON)] * 4)
    assert results == [None] * 4
    leagues.look_ahead(now=NOON)
    whole(tuesday, 1, 8, 8)
    assert Tournament.objects.count() == 2
    assert told(who[0], notify.STARTED) == [notify.STARTED]


def test_of_four_who_begin_it_at_once_one_does_and_the_others_do_nothing(player: Any) -> None:
    tuesday = league()
    members(tuesday, player, 12)
    results = together(*[lambda: leagues.start_season(pk=tuesday.pk, now=NOON)] * 4)
    done = [each for each in results if not isinstance(each, Busy)]
    assert done.count(2) == 1
    assert set(done) <= {0, 2}
    whole(tuesday, 1, 6, 6)


@pytest.mark.parametrize("broken", [1, 2, 3])
def test_what_breaks_between_two_divisions_leaves_nothing_and_the_next_look_does_all(
    player: Any, monkeypatch: pytest.MonkeyPatch, broken: int
) -> None:
    tuesday = league()
    members(tuesday, player, 24)
    end = played_out(tuesday, now=NOON, silent=names(23))
    before = Notice.objects.count(), Tournament.objects.count()
    started, start = [], lifecycle.start_tournament

    def breaking(**words: Any) -> int:
        started.append(words["code"])
        if len(started) == broken:
            raise RuntimeError
        return start(**words)

    with monkeypatch.context() as patched:
        patched.setattr(lifecycle, "start_tournament", breaking)
        leagues.look_ahead(now=NOON + SEASON)
    assert end < NOON + SEASON
    assert (Notice.objects.count(), Tournament.objects.count()) == before
    assert selector.find_league_members(tuesday).count() == 24
    scheduler.advance_tournaments(now=NOON + SEASON)
    whole(tuesday, 2, 7, 8, 8)
    assert told(LeagueMember.objects.get(left_at__isnull=False).player, notify.LEAGUE_OUT) == [notify.LEAGUE_OUT]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("after", "times"),
    [
        ('INSERT INTO "tournaments_tournament"', 2),
        ('INSERT INTO "tournaments_division"', 3),
        ('INSERT INTO "tournaments_entry"', 1),
        ('UPDATE "tournaments_leaguemember"', 1),
        ('INTO "notices_notice"', 2),
    ],
)
def test_a_worker_killed_while_a_season_begins_has_begun_none_and_the_next_begins_all_of_it(
    player: Any, house: House, after: str, times: int
) -> None:
    tuesday = league()
    members(tuesday, player, 24)
    played_out(tuesday, now=NOON, silent=names(23))
    before = Notice.objects.count(), Tournament.objects.count()
    killed(house, after, times, NOON + SEASON)
    assert (Notice.objects.count(), Tournament.objects.count()) == before
    assert selector.find_league_members(tuesday).count() == 24
    scheduler.advance_tournaments(now=NOON + SEASON)
    whole(tuesday, 2, 7, 8, 8)
    assert told(LeagueMember.objects.get(left_at__isnull=False).player, notify.LEAGUE_OUT) == [notify.LEAGUE_OUT]


def test_who_joins_or_leaves_as_the_season_begins_is_in_it_or_not_but_never_both(player: Any) -> None:
    tuesday = league()
    who, late = members(tuesday, player, 14), player("late")
    results = together(
        lambda: leagues.start_season(pk=tuesday.pk, now=NOON),
        lambda: leagues.leave_league(pk=tuesday.pk, player=who[0], now=NOON),
        lambda: leagues.join_league(pk=tuesday.pk, player=late, now=NOON),
    )
    assert not [each for each in results if isinstance(each, Exception) and not isinstance(each, Busy)]
    leagues.look_ahead(now=NOON)
    gone = not selector.find_league_members(tuesday).filter(player=who[0]).exists()
    played = Entry.objects.filter(player=who[0]).first()
    assert not gone or played is None or played.state == Entry.State.OUT
    assert Tournament.objects.filter(status="running").count() == 2


def test_of_four_times_joining_at_once_one_counts(player: Any) -> None:
    tuesday, one = league(), player("one")
    results = together(*[lambda: leagues.join_league(pk=tuesday.pk, player=one, now=NOON - timedelta(days=1))] * 4)
    assert sum(isinstance(each, LeagueMember) for each in results) == 1
    assert all(isinstance(each, LeagueMember | LeagueRefused | Busy) for each in results)
    assert LeagueMember.objects.count() == 1
