"""Tests of several people clicking at the same moment."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from apps.accounts.errors import RelationRefused
from apps.accounts.models import Player, Tie
from apps.accounts.services import relations
from apps.lobby.errors import TableRefused
from apps.lobby.models import Chair, Table
from apps.lobby.preferences import Wishes
from apps.lobby.services import chairs, cleanup, quick_match, rematch, scheduler, tables
from apps.matches.models import Match, Seed
from tests.concurrency import together
from tests.factories.finished_matches import end_match
from tests.factories.lobby import NOW, lobby_table
from tests.factories.people import guest

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 5


table_of = partial(lobby_table, pace_name="live")


def test_of_three_who_want_the_last_chair_exactly_one_gets_it(
    ada: Player, ben: Player, cleo: Player, dora: Player
) -> None:
    for _round in range(ROUNDS):
        table = table_of(ada)
        came = together(
            *(partial(tables.join_table, code=table.code, player=who, now=NOW) for who in (ben, cleo, dora))
        )
        assert sum(isinstance(each, Table) for each in came) == 1
        assert sum(isinstance(each, TableRefused) for each in came) == 2
        assert Chair.objects.filter(table=table, player=None).count() == 0


def test_of_two_who_join_and_change_words_at_once_no_word_is_lost(ada: Player, ben: Player, cleo: Player) -> None:
    for _round in range(ROUNDS):
        table = table_of(ada, seats=4)
        came = together(
            partial(tables.give_word, code=table.code, player=ada, word="a"),
            *(partial(tables.join_table, code=table.code, player=who, now=NOW, word=str(who)) for who in (ben, cleo)),
        )
        assert not any(isinstance(each, Exception) for each in came), came
        words = Table.objects.get(pk=table.pk).words
        assert words == {str(ada.pk): "a", str(ben.pk): "ben", str(cleo.pk): "cleo"}


def test_a_word_given_while_the_match_starts_is_either_in_its_seed_or_refused(ada: Player, ben: Player) -> None:
    for _round in range(ROUNDS):
        table = table_of(ada)
        tables.join_table(code=table.code, player=ben, now=NOW)
        code, gave = together(
            partial(tables.start_table, code=table.code, host=ada, now=NOW),
            partial(tables.give_word, code=table.code, player=ben, word="late"),
        )
        words = Seed.objects.get(match__code=code).words
        assert words == (["", ""] if isinstance(gave, TableRefused) else ["", "late"]), gave
        assert Table.objects.get(pk=table.pk).words is None


def test_a_person_who_clicks_twice_sits_once(ada: Player, ben: Player) -> None:
    for _round in range(ROUNDS):
        table = table_of(ada, seats=4)
        came = together(*[partial(tables.join_table, code=table.code, player=ben, now=NOW)] * 2)
        assert sum(isinstance(each, Table) for each in came) == 1
        assert Chair.objects.filter(table=table, player=ben).count() == 1


def test_of_two_who_would_be_the_last_on_a_list_at_once_one_is(
    ada: Player, ben: Player, cleo: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relations, "MAX_TIES", 1)
    for _round in range(ROUNDS):
        came = together(*(partial(relations.add_friend, owner=ada, other=who, now=NOW) for who in (ben, cleo)))
        assert sum(isinstance(each, RelationRefused) for each in came) == 1
        assert Tie.objects.filter(owner=ada).count() == 1
        Tie.objects.all().delete()


def test_a_match_that_is_started_twice_at_once_begins_once(ada: Player) -> None:
    for number in range(1, ROUNDS + 1):
        table = table_of(ada)
        tables.fill_with_bots(code=table.code, host=ada)
        came = together(*[partial(tables.start_table, code=table.code, host=ada, now=NOW)] * 3)
        assert len(set(came)) == 1
        assert isinstance(came[0], str)
        assert Match.objects.count() == number


def test_whoever_leaves_while_the_match_starts_is_either_in_it_or_not(ada: Player, ben: Player) -> None:
    for _round in range(ROUNDS):
        table = table_of(ada)
        tables.join_table(code=table.code, player=ben, now=NOW)
        started, left = together(
            partial(tables.start_table, code=table.code, host=ada, now=NOW),
            partial(tables.leave_table, code=table.code, player=ben),
        )
        assert isinstance(started, str) == isinstance(left, TableRefused)
        if isinstance(started, str):
            assert Match.objects.get(code=started).seats.filter(player=ben).exists()
        else:
            assert not Chair.objects.filter(table=table, player=ben).exists()


def test_opening_many_at_once_does_not_pass_the_limit(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chairs, "MAX_OPEN_TABLES", 2)
    came = together(*[partial(table_of, ada)] * 4)
    assert sum(isinstance(each, Table) for each in came) == 2
    assert Table.objects.count() == 2


def test_host_and_guest_who_leave_at_once_leave_no_table_without_people(ada: Player, ben: Player) -> None:
    for _round in range(ROUNDS):
        table = table_of(ada)
        tables.join_table(code=table.code, player=ben, now=NOW)
        together(*(partial(tables.leave_table, code=table.code, player=who) for who in (ada, ben)))
        assert not Table.objects.filter(pk=table.pk).exists()


def test_two_who_tidy_at_once_clear_everything_once(ada: Player) -> None:
    late = NOW + cleanup.MAX_GUEST_ABSENCE + timedelta(days=1)
    for _round in range(ROUNDS):
        guests = [guest(f"guest {n}", date_joined=NOW) for n in range(5)]
        for host in guests[:3]:
            table_of(host)
        stays = table_of(ada, now=late)
        came = together(*[partial(cleanup.clear_stale_data, now=late)] * 3)
        assert [sum(counts) for counts in zip(*came, strict=True)] == [3, 0, 5], came
        assert list(Player.objects.all()) == [ada]
        assert list(Table.objects.all()) == [stays]
        tables.close_table(code=stays.code, host=ada)


def test_of_people_who_look_for_the_same_at_once_all_meet_at_one_table(
    ada: Player, ben: Player, cleo: Player, dora: Player
) -> None:
    for number in range(1, ROUNDS + 1):
        came = together(
            *(
                partial(quick_match.join_quick_match, player=who, game="fuse", pace_name="live", now=NOW)
                for who in (ada, ben, cleo)
            )
        )
        assert all(isinstance(each, Table) for each in came), came
        assert Table.objects.count() == number
        assert Match.objects.count() == number, "three of three: it began by itself"


def test_a_quick_table_that_fills_meanwhile_is_passed_over(
    ada: Player, ben: Player, cleo: Player, dora: Player
) -> None:
    for _round in range(ROUNDS):
        Table.objects.all().delete()
        table = table_of(ada)
        came = together(
            *(
                partial(quick_match.join_quick_match, player=who, game="fuse", pace_name="live", now=NOW)
                for who in (ben, cleo)
            ),
            partial(tables.join_table, code=table.code, player=dora, now=NOW),
        )
        assert all(isinstance(each, Table) for each in came[:2]), came
        assert Chair.objects.filter(table=table, player=None).count() == 0
        waiting_there = set(Table.objects.exclude(pk=table.pk).values_list("present", flat=True))
        assert waiting_there in ({1}, {2})


def test_two_who_want_a_rematch_at_once_meet_at_one_table(ada: Player, ben: Player) -> None:
    for _round in range(ROUNDS):
        table = table_of(ada)
        tables.join_table(code=table.code, player=ben, now=NOW)
        code = tables.start_table(code=table.code, host=ada, now=NOW)
        end_match(code, 1, 2, now=NOW)
        came = together(*(partial(rematch.open_or_join_rematch, match=code, player=who, now=NOW) for who in (ada, ben)))
        assert all(isinstance(each, Table) for each in came), came
        opened = Table.objects.get(rematch_of=code)
        assert opened.match_code, "both sit there: it began by itself"


def test_sweepers_begin_a_table_once_even_while_somebody_sits_down(ada: Player, ben: Player) -> None:
    late = NOW + timedelta(hours=2)
    for number in range(1, ROUNDS + 1):
        table = table_of(ada, seats=3, wishes=Wishes(bots_after=1))
        came = together(
            *[partial(scheduler.begin_due, now=late)] * 3,
            partial(tables.join_table, code=table.code, player=ben, now=late),
        )
        assert sum(each for each in came[:3] if isinstance(each, int)) == 1, came
        assert Match.objects.count() == number
        sits = Match.objects.latest("pk").seats.filter(player=ben).exists()
        assert sits == isinstance(came[3], Table)
