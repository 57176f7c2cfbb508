"""Tests of who can join a table, and of how its match starts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.lobby.errors import TableRefused
from apps.lobby.models import Chair, Table
from apps.lobby.preferences import ACCOUNT_NEEDED_TEXT, Wishes, no_bots
from apps.lobby.services import invitations, scheduler, tables
from apps.matches.models import Match, Reliability
from tests.factories.lobby import NOW, lobby_table, seated
from tests.factories.people import browser
from tests.lobby.test_lobby_pages import SENT

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def answers(player: Player, share: float | None) -> None:
    Reliability.objects.create(player=player, answered=90, missed=10, share=share, counted_at=NOW)


def test_guests_do_not_sit_at_rated_tables_and_hear_how_they_could(ada: Player, guest: Player) -> None:
    table = lobby_table(ada, wishes=Wishes(rated=True))
    with pytest.raises(AccountNeeded, match=str(ACCOUNT_NEEDED_TEXT)):
        tables.join_table(code=table.code, player=guest, now=NOW)
    with pytest.raises(AccountNeeded):
        lobby_table(guest, wishes=Wishes(rated=True))
    page = browser(guest).post(reverse("lobby:join", args=[table.code]))
    assert page.status_code == 409
    assert f'href="{reverse("accounts:keep")}"' in page.content.decode()
    stranger = Client().post(reverse("lobby:join", args=[table.code])).content.decode()
    assert f'href="{reverse("account_signup")}"' in stranger
    assert Player.objects.filter(guest=True).count() == 1, "nobody became a guest for nothing"
    assert seated(table) == ["ada", "free"]


def test_no_bots_sit_at_rated_tables(ada: Player) -> None:
    table = lobby_table(ada, wishes=Wishes(rated=True))
    for seat in (tables.add_bot, tables.fill_with_bots):
        with pytest.raises(TableRefused, match=no_bots()):
            seat(code=table.code, host=ada)
    with pytest.raises(TableRefused, match=no_bots()):
        lobby_table(ada, wishes=Wishes(rated=True, bots_after=1))
    assert reverse("lobby:bot", args=[table.code]) not in browser(ada).get(table.get_absolute_url()).content.decode()
    assert seated(table) == ["ada", "free"]


@pytest.mark.parametrize("rated", [True, False])
def test_the_match_is_rated_if_its_table_was(ada: Player, ben: Player, rated: bool) -> None:
    table = lobby_table(ada, wishes=Wishes(rated=rated))
    tables.join_table(code=table.code, player=ben, now=NOW)
    tables.start_table(code=table.code, host=ada, now=NOW)
    assert Match.objects.get().rated is rated


def test_who_answers_too_rarely_in_time_does_not_sit_down(ada: Player, ben: Player, cleo: Player) -> None:
    table = lobby_table(ada, seats=3, wishes=Wishes(least_share=0.9))
    answers(ben, 0.899)
    too_rarely = gettext(
        "This table is for players who take at least %(percent)d%% of their turns on time. You’re at %(share)d%%."
    )
    with pytest.raises(TableRefused, match=too_rarely % {"percent": 90, "share": 89}):
        tables.join_table(code=table.code, player=ben, now=NOW)
    answers(cleo, 0.9)
    tables.join_table(code=table.code, player=cleo, now=NOW)
    assert seated(table) == ["ada", "cleo", "free"]


@pytest.mark.parametrize("welcome", [True, False])
def test_newcomers_come_in_where_they_are_welcome(ada: Player, ben: Player, cleo: Player, welcome: bool) -> None:
    table = lobby_table(ada, seats=3, wishes=Wishes(least_share=0.9, newcomers=welcome))
    answers(cleo, None)
    for player in (ben, cleo):
        if welcome:
            tables.join_table(code=table.code, player=player, now=NOW)
        else:
            with pytest.raises(TableRefused, match=gettext("This table is for players who’ve been here for a while.")):
                tables.join_table(code=table.code, player=player, now=NOW)
    assert seated(table) == (["ada", "ben", "cleo"] if welcome else ["ada", "free", "free"])


def test_a_table_for_friends_takes_whom_the_host_calls_one_or_has_invited(
    ada: Player, ben: Player, cleo: Player, dora: Player
) -> None:
    table = lobby_table(ada, seats=4, wishes=Wishes(friends_only=True))
    relations.add_friend(owner=ben, other=ada, now=NOW)
    with pytest.raises(TableRefused, match=gettext("This table is for the host’s friends.")):
        tables.join_table(code=table.code, player=ben, now=NOW)
    relations.add_friend(owner=ada, other=cleo, now=NOW)
    tables.join_table(code=table.code, player=cleo, now=NOW)
    invitations.ask_by_name(code=table.code, by=cleo, name="dora", now=NOW)
    with pytest.raises(TableRefused, match=gettext("This table is for the host’s friends.")):
        tables.join_table(code=table.code, player=dora, now=NOW)
    invitations.ask_by_name(code=table.code, by=ada, name="ben", now=NOW)
    tables.join_table(code=table.code, player=ben, now=NOW)
    assert seated(table) == ["ada", "cleo", "ben", "free"]


def test_a_match_begins_by_itself_with_the_last_person(ada: Player, ben: Player, cleo: Player) -> None:
    table = lobby_table(ada, seats=3, wishes=Wishes(by_itself=True))
    assert not tables.join_table(code=table.code, player=ben, now=NOW).match_code
    begun = tables.join_table(code=table.code, player=cleo, now=NOW + HOUR)
    match = Match.objects.get()
    assert begun.match_code == match.code
    assert match.begun_at == NOW + HOUR


def test_a_host_who_seats_a_bot_begins_when_they_like(ada: Player) -> None:
    table = lobby_table(ada, wishes=Wishes(by_itself=True))
    tables.add_bot(code=table.code, host=ada)
    assert not Match.objects.exists()


class TestBotsAfterAWhile:
    """Tests of tables that no one joined."""

    def test_they_take_the_free_chairs_and_the_match_begins(self, ada: Player, ben: Player) -> None:
        table = lobby_table(ada, seats=4, wishes=Wishes(bots_after=6))
        tables.join_table(code=table.code, player=ben, now=NOW)
        assert scheduler.begin_due(now=NOW + 6 * HOUR - timedelta(seconds=1)) == 0
        assert scheduler.begin_due(now=NOW + 6 * HOUR) == 1
        assert seated(table) == ["ada", "ben", "bot", "bot"]
        assert Match.objects.get().begun_at == NOW + 6 * HOUR
        assert scheduler.begin_due(now=NOW + 7 * HOUR) == 0

    def test_a_table_that_cannot_begin_does_not_stop_the_others(self, ada: Player, ben: Player) -> None:
        broken = lobby_table(ada, wishes=Wishes(bots_after=1))
        lobby_table(ben, wishes=Wishes(bots_after=1))
        Table.objects.filter(pk=broken.pk).update(options={"an option": "of an edition that is gone"})
        assert scheduler.begin_due(now=NOW + HOUR) == 1
        assert scheduler.begin_due(now=NOW + HOUR) == 0, "and is not tried for ever"
        assert seated(broken) == ["ada", "free"]

    def test_a_table_whose_game_is_gone_is_not_tried_again(self, ada: Player) -> None:
        table = lobby_table(ada, wishes=Wishes(bots_after=1))
        Table.objects.update(game="ludo")
        assert scheduler.begin_due(now=NOW + HOUR) == 0
        table.refresh_from_db()
        assert (table.bots_at, table.started_at) == (None, None)

    def test_looking_for_them_reads_an_index(self, ada: Player, django_assert_max_num_queries: Any) -> None:
        for _ in range(5):
            lobby_table(ada, wishes=Wishes(bots_after=1))
        with django_assert_max_num_queries(1):
            assert scheduler.begin_due(now=NOW) == 0


def test_what_the_form_asks_for_is_agreed(ada: Player) -> None:
    wished = {"language": "de", "least_share": "95", "friends_only": "on", "by_itself": "on", "bots_after": "24"}
    browser(ada).post(reverse("lobby:new"), SENT | wished)
    table = Table.objects.get()
    assert (table.language, table.least_share, table.newcomers) == ("de", 0.95, False)
    assert (table.friends_only, table.by_itself, table.rated) == (True, True, False)
    assert table.bots_at == table.created_at + 24 * HOUR
    page = browser(ada).get(table.get_absolute_url()).content.decode()
    bots_at = date_format(timezone.localtime(table.bots_at), "DATETIME_FORMAT")
    for said in (
        "German",
        gettext("at least %(percent)d%% on time, no newcomers") % {"percent": 95},
        gettext("host’s friends only"),
        gettext("On %(at)s, bots will take any seats still free.") % {"at": bots_at},
    ):
        assert said in page


@pytest.mark.parametrize("level", ["spark", "cinder", "flint"])
def test_whoever_opens_a_table_says_which_of_the_house_sits_down_there(ada: Player, level: str) -> None:
    browser(ada).post(reverse("lobby:new"), SENT | {"opponents": level})
    table = Table.objects.get()
    tables.fill_with_bots(code=table.code, host=ada)
    match = Match.objects.get(code=tables.start_table(code=table.code, host=ada, now=NOW))
    assert match.opponents == level
    page = browser(ada).get(match.get_absolute_url()).content.decode()
    assert f'<span class="level">{level.title()}</span>' in page


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"language": "xx"}, gettext_noop("Choose a language from the list.")),
        ({"opponents": "embers"}, gettext_noop("Choose how strong the bots are.")),
        ({"least_share": "7"}, gettext_noop("Choose how reliable the other players must be.")),
        ({"bots_after": "5"}, gettext_noop("Choose when bots take the free seats.")),
        ({"rated": "on", "bots_after": "1"}, gettext_noop("Bots can’t join rated tables.")),
    ],
)
def test_wishes_that_make_no_sense_open_nothing(ada: Player, wrong: dict[str, str], said: str) -> None:
    response = browser(ada).post(reverse("lobby:new"), SENT | wrong)
    assert response.status_code == 400
    assert said in response.content.decode()
    assert not Table.objects.exists()


def test_the_form_suggests_to_begin_by_itself(ada: Player) -> None:
    page = browser(ada).get(reverse("lobby:new"), {"game": "fuse"}).content.decode()
    assert 'id="by_itself"\n           checked' in page
    assert 'id="newcomers"\n           checked' in page


def test_counts_on_the_table_are_those_of_its_chairs(ada: Player, ben: Player, cleo: Player) -> None:
    table = lobby_table(ada, seats=4)
    for act in (
        lambda: tables.join_table(code=table.code, player=ben, now=NOW),
        lambda: tables.add_bot(code=table.code, host=ada),
        lambda: tables.join_table(code=table.code, player=cleo, now=NOW),
        lambda: tables.remove_bot(code=table.code, host=ada, index=2),
        lambda: tables.leave_table(code=table.code, player=ada),
        lambda: tables.fill_with_bots(code=table.code, host=ben),
    ):
        act()
        table.refresh_from_db()
        chairs = Chair.objects.filter(table=table)
        assert table.present == chairs.exclude(player=None).count()
        assert table.vacant == chairs.filter(player=None, bot=False, kept_for=None).count()
