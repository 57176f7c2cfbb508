"""Tests of leagues: players join, seasons start automatically, the best go up and the last go down."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils.translation import gettext

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.people.services import account_deletion
from apps.tournaments.errors import LeagueRefused
from apps.tournaments.models import Division, Entry, League, LeagueMember, Tournament
from apps.tournaments.selectors import leagues as selector
from apps.tournaments.services import entries, leagues, lifecycle, notify, scheduler
from tests.factories.leagues import DAY, SEASON, league, members, names, played_out, playing, rosters
from tests.factories.tournaments import NOON, decide, decided, running, seen, told

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def begun(player: Any, count: int = 12, **more: Any) -> tuple[League, list[Player]]:
    """Return a league whose first season has just started."""
    made = league(**more)
    who = members(made, player, count)
    scheduler.advance_tournaments(now=NOON)
    return made, who


def table(of: Tournament) -> list[str]:
    """Return the players of a division, best first."""
    snapshot = seen(of)
    people = (snapshot.entries[line.entrant].player for line in snapshot.ranking)
    return [one.username for one in people if one is not None]


def next_season(of: League, *, number: int = 1) -> list[set[str]]:
    """Start the next season and return the players of each division."""
    scheduler.advance_tournaments(now=NOON + number * SEASON)
    assert selector.load_latest_season(of).number == number + 1
    return [set(each) for each in rosters(of)]


# -- Seasons -----------------------------------------------------------------------------------------------------------


def test_the_first_season_begins_when_it_is_time_with_whoever_has_joined(player: Any) -> None:
    tuesday = league()
    who = members(tuesday, player, 16)
    scheduler.advance_tournaments(now=NOON - SECOND)
    assert not Tournament.objects.exists()
    scheduler.advance_tournaments(now=NOON)
    assert rosters(tuesday) == [names(*range(8)), names(*range(8, 16))]
    for number, division in enumerate(playing(tuesday), start=1):
        assert (division.name, division.status) == (f"Fuse League 1/{number}", "running")
        assert Division.objects.get(league=tuesday, season=1, number=number).tournament == division
        assert division.rounds.get().state == "published"
        assert Entry.playing(division).count() == 8
    assert told(who[0], notify.STARTED) == [notify.STARTED]


def test_it_waits_for_enough_members(player: Any) -> None:
    tuesday, _five = begun(player, 5)
    assert not Tournament.objects.exists()
    members(tuesday, player, 1, called="late", now=NOON + DAY)
    scheduler.advance_tournaments(now=NOON + DAY)
    assert rosters(tuesday) == [[*names(*range(5)), "late000"]]


def test_the_first_season_is_divided_by_rating(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tuesday = league()
    who = members(tuesday, player, 12)
    strong = {who[11].pk: 30.0, who[7].pk: 20.0, who[0].pk: -1.0}
    monkeypatch.setattr(leagues, "find_lower_bounds", lambda players, *, game: strong)
    scheduler.advance_tournaments(now=NOON)
    assert rosters(tuesday) == [names(11, 7, 0, 1, 2, 3), names(4, 5, 6, 8, 9, 10)]


def test_the_best_of_a_division_go_up_and_the_last_of_the_one_above_go_down(player: Any) -> None:
    tuesday, _who = begun(player)
    played_out(tuesday, now=NOON)
    first, second = map(table, playing(tuesday))
    scheduler.advance_tournaments(now=NOON + SEASON - SECOND)
    assert selector.load_latest_season(tuesday).number == 1, "there is a pause"
    assert next_season(tuesday) == [{*first[:4], *second[:2]}, {*first[4:], *second[2:]}]
    assert [each.name for each in playing(tuesday)] == ["Fuse League 2/1", "Fuse League 2/2"]


def test_the_next_season_waits_until_the_last_division_is_over(player: Any) -> None:
    tuesday, _who = begun(player)
    slow = playing(tuesday)[1]
    lifecycle.pause_tournament(code=slow.code, by=None, now=NOON)
    late = NOON + 2 * SEASON
    decided(playing(tuesday)[0], now=late)
    assert selector.load_latest_season(tuesday).number == 1
    lifecycle.cancel_tournament(code=slow.code, reason="", by=None, now=late)
    scheduler.advance_tournaments(now=late)
    assert selector.load_latest_season(tuesday).number == 2, "one that was called off holds up nobody"


def test_a_league_that_ends_plays_its_season_and_begins_no_other(player: Any) -> None:
    tuesday, who = begun(player)
    League.objects.update(active=False)
    played_out(tuesday, now=NOON)
    scheduler.advance_tournaments(now=NOON + SEASON)
    assert selector.load_latest_season(tuesday).number == 1
    ended = gettext("This league has ended. There won’t be another season.")
    with pytest.raises(LeagueRefused, match=re.escape(ended)):
        leagues.join_league(pk=tuesday.pk, player=player("late"), now=NOON)
    leagues.leave_league(pk=tuesday.pk, player=who[0], now=NOON + SEASON)


def test_a_league_whose_game_is_gone_begins_nothing(player: Any) -> None:
    tuesday = league(game="gone")
    members(tuesday, player, 8)
    scheduler.advance_tournaments(now=NOON)
    assert not Tournament.objects.exists()


def test_a_broken_league_stops_neither_the_others_nor_tournaments(player: Any) -> None:
    broken, sound = league(plan={"stages": []}), league(name="Sound")
    members(broken, player, 6, called="b")
    members(sound, player, 6)
    scheduler.advance_tournaments(now=NOON)
    assert [each.name for each in Tournament.objects.all()] == ["Sound 1/1"]
    assert playing(sound)[0].status == "running"


def test_what_is_agreed_anew_counts_from_the_next_season_on(player: Any) -> None:
    tuesday, _who = begun(player)
    played_out(tuesday, now=NOON)
    League.objects.update(moves=1, opponents="flint", rated=True)
    first, second = map(table, playing(tuesday))
    assert next_season(tuesday) == [{*first[:5], second[0]}, {first[5], *second[1:]}]
    assert {(each.opponents, each.rated) for each in playing(tuesday)} == {("flint", True)}


# -- Joining and leaving -----------------------------------------------------------------------------------------------


def test_who_joins_during_a_season_begins_in_the_lowest_division_of_the_next(player: Any) -> None:
    tuesday, _who = begun(player)
    late = members(tuesday, player, 2, called="late", now=NOON + DAY)
    played_out(tuesday, now=NOON + DAY)
    assert not Entry.objects.filter(player__in=late).exists()
    first, second = next_season(tuesday)
    assert (len(first), len(second)) == (7, 7)
    assert {"late000", "late001"} <= second


def test_who_leaves_during_a_season_is_withdrawn_and_out_of_the_next(player: Any) -> None:
    tuesday, who = begun(player)
    leagues.leave_league(pk=tuesday.pk, player=who[0], now=NOON + SECOND)
    assert Entry.objects.get(player=who[0]).state == Entry.State.OUT
    members(tuesday, player, 1, called="late", now=NOON + DAY)
    played_out(tuesday, now=NOON + DAY)
    assert table(playing(tuesday)[0])[0] != "p000"
    first, second = next_season(tuesday)
    assert (len(first), len(second)) == (6, 6)
    assert "p000" not in first | second


def test_who_leaves_and_joins_again_begins_in_the_lowest_division(player: Any) -> None:
    tuesday, who = begun(player)
    end = played_out(tuesday, now=NOON)
    best = who[0]
    assert table(playing(tuesday)[0])[0] == best.username
    leagues.leave_league(pk=tuesday.pk, player=best, now=end)
    leagues.join_league(pk=tuesday.pk, player=best, now=end + SECOND)
    assert best.username in next_season(tuesday)[1]
    assert LeagueMember.objects.filter(player=best).count() == 2


def test_whom_an_organiser_brought_has_played_for_no_division(player: Any) -> None:
    """Check a member of the lower division who is a substitute in the upper one, where a bot plays, too."""
    tuesday, who = begun(player)
    upper, lower = playing(tuesday)
    entries.add_entrant(code=upper.code, player=who[11], by=None, now=NOON + SECOND)
    entries.add_entrant(code=upper.code, player=None, by=None, now=NOON + SECOND)
    played_out(tuesday, now=NOON + SECOND, strength={who[11].username: 9, **{one.username: 1 for one in who[6:11]}})
    assert table(lower)[0] == who[11].username
    divisions = next_season(tuesday)
    assert sum(map(len, divisions)) == 12
    assert who[11].username in divisions[0], "as the first of the lower one"


def test_nobody_joins_twice_or_without_an_account_or_leaves_where_they_are_not(player: Any, ada: Player) -> None:
    tuesday = league()
    leagues.join_league(pk=tuesday.pk, player=ada, now=NOON)
    with pytest.raises(LeagueRefused, match=re.escape(gettext("You’re already in this league."))):
        leagues.join_league(pk=tuesday.pk, player=ada, now=NOON)
    with pytest.raises(LeagueRefused, match=re.escape(gettext("You aren’t in this league."))):
        leagues.leave_league(pk=tuesday.pk, player=player("stranger"), now=NOON)
    guest = player("guest")
    guest.guest = True
    with pytest.raises(AccountNeeded):
        leagues.join_league(pk=tuesday.pk, player=guest, now=NOON)
    assert LeagueMember.objects.get().player == ada


def test_whose_account_is_deleted_leaves_league_and_division(player: Any) -> None:
    tuesday, who = begun(player)
    account_deletion.delete_account(player=who[3], now=NOON + SECOND)
    assert not Player.objects.filter(username="p003").exists()
    assert selector.find_league_members(tuesday).count() == LeagueMember.objects.count() == 11
    assert Entry.objects.filter(player=None).get().state == Entry.State.OUT
    leagues.join_league(pk=tuesday.pk, player=player("late"), now=NOON + DAY)
    played_out(tuesday, now=NOON + DAY)
    assert [len(each) for each in next_season(tuesday)] == [6, 6]


# -- Absence -----------------------------------------------------------------------------------------------------------


def test_who_does_not_come_goes_down_and_out_of_the_league_in_the_lowest_division(player: Any) -> None:
    tuesday, who = begun(player)
    members(tuesday, player, 1, called="late", now=NOON + DAY)
    played_out(tuesday, now=NOON + DAY, silent=["p000", "p006"])
    first, second = next_season(tuesday)
    assert "p000" in second, "though the strongest of all"
    assert "p006" not in first | second
    assert told(who[6], notify.LEAGUE_OUT) == [notify.LEAGUE_OUT]
    assert told(who[0], notify.LEAGUE_OUT) == []
    assert LeagueMember.objects.get(player=who[6]).left_at == NOON + SEASON
    leagues.join_league(pk=tuesday.pk, player=who[6], now=NOON + SEASON + DAY)
    played_out(tuesday, now=NOON + SEASON)
    assert "p006" in next_season(tuesday, number=2)[1]


def test_who_says_that_they_are_back_was_not_absent(player: Any) -> None:
    tuesday, who = begun(player)
    upper = playing(tuesday)[0]
    for each in running(upper):
        decide(each, silent=[seat for seat, number in enumerate(each.seats) if number == 1], now=NOON + SECOND)
    scheduler.advance_tournaments(now=NOON + SECOND)
    assert Entry.objects.get(player=who[0]).missed
    entries.come_back(code=upper.code, player=who[0], now=NOON + SECOND)
    played_out(tuesday, now=NOON + SECOND)
    place = table(upper).index("p000")
    assert ("p000" in next_season(tuesday)[0]) == (place < 4)


def test_where_too_few_are_left_it_waits_and_lets_nobody_go(player: Any) -> None:
    tuesday, who = begun(player, 6)
    played_out(tuesday, now=NOON, silent=["p005"])
    scheduler.advance_tournaments(now=NOON + SEASON)
    assert selector.load_latest_season(tuesday).number == 1
    assert selector.find_league_members(tuesday).count() == 6
    leagues.join_league(pk=tuesday.pk, player=player("late"), now=NOON + SEASON)
    assert next_season(tuesday) == [{*names(*range(5)), "late"}]
    assert not selector.find_league_members(tuesday).filter(player=who[5]).exists()
