"""Tests of what people do at a table before a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.utils.translation import gettext, ngettext

from apps.accounts.models import Player
from apps.games import load_games
from apps.kernel.game import Illegal
from apps.lobby.errors import NotHost, TableRefused
from apps.lobby.models import Table
from apps.lobby.services import chairs, tables
from apps.matches.models import Match
from tests.factories.lobby import NOW, lobby_table, seated

pytestmark = pytest.mark.django_db

Open = Callable[..., Table]
FREE = (
    "One seat is still free. Wait for another player, or add a bot.",
    "%(count)d seats are still free. Wait for more players, or add bots.",
)


@pytest.fixture
def opened(ada: Player) -> Open:
    """Return a function that opens a table of Ada's."""
    return partial(lobby_table, ada, seats=3, pace=load_games()["fuse"].meta.paces["daily"])


def test_whoever_opens_a_table_is_its_host_and_sits_first(opened: Open, ada: Player) -> None:
    table = opened(seats=4, options={"short_fuse": True}, public=False)
    table.refresh_from_db()
    assert table.host == ada
    assert seated(table) == ["ada", "free", "free", "free"]
    assert (table.created_at, table.started_at, table.match_code) == (NOW, None, "")
    assert table.options["short_fuse"] is True
    assert table.options["deals"] == 1, "everything that was agreed is on the table, the usual included"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "ludo"}, "find that game"),
        ({"seats": 1}, "2 to 6"),
        ({"seats": 7}, "2 to 6"),
        ({"options": {"turbo": True}}, "turbo"),
        ({"options": {"deals": 99}}, "deals"),
        ({"options": {"short_fuse": "perhaps"}}, "short_fuse"),
        ({"pace": {"turn": 60}}, "matchman"),
        ({"pace": {"turn": 60, "matchman": 9}}, "10 seconds"),
        ({"pace": {"turn": 60, "matchman": 60, "nap": 60}}, "nap"),
    ],
)
def test_a_table_the_game_does_not_allow_is_not_opened(opened: Open, wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(Illegal, match=said):
        opened(**wrong)
    assert not Table.objects.exists()


def test_people_sit_down_in_the_order_they_come(opened: Open, ben: Player, cleo: Player) -> None:
    table = opened()
    tables.join_table(code=table.code, player=ben, now=NOW)
    tables.join_table(code=table.code, player=cleo, now=NOW)
    assert seated(table) == ["ada", "ben", "cleo"]


def test_nobody_sits_in_two_chairs(opened: Open, ada: Player) -> None:
    table = opened()
    with pytest.raises(TableRefused, match="already"):
        tables.join_table(code=table.code, player=ada, now=NOW)
    assert seated(table) == ["ada", "free", "free"]


def test_a_full_table_takes_nobody(opened: Open, ben: Player, cleo: Player) -> None:
    table = opened(seats=2)
    tables.join_table(code=table.code, player=ben, now=NOW)
    with pytest.raises(TableRefused, match="taken"):
        tables.join_table(code=table.code, player=cleo, now=NOW)
    assert seated(table) == ["ada", "ben"]


def test_a_table_nobody_opened_is_not_there(ada: Player) -> None:
    with pytest.raises(Table.DoesNotExist):
        tables.join_table(code="nowhere", player=ada, now=NOW)


def test_a_guest_leaves_and_the_chair_is_free_again(opened: Open, ben: Player, cleo: Player) -> None:
    table = opened()
    tables.join_table(code=table.code, player=ben, now=NOW)
    tables.join_table(code=table.code, player=cleo, now=NOW)
    tables.leave_table(code=table.code, player=ben)
    assert seated(table) == ["ada", "free", "cleo"]
    tables.join_table(code=table.code, player=ben, now=NOW)
    assert seated(table) == ["ada", "ben", "cleo"]


def test_only_who_sits_can_stand_up(opened: Open, ben: Player) -> None:
    with pytest.raises(TableRefused, match=gettext("You’re not at this table.")):
        tables.leave_table(code=opened().code, player=ben)


def test_when_the_host_leaves_the_next_person_is_host(opened: Open, ada: Player, ben: Player) -> None:
    table = opened(seats=4)
    tables.add_bot(code=table.code, host=ada)
    tables.join_table(code=table.code, player=ben, now=NOW)
    tables.leave_table(code=table.code, player=ada)
    table.refresh_from_db()
    assert table.host == ben
    assert seated(table) == ["free", "bot", "ben", "free"]


def test_when_the_last_person_leaves_the_table_goes(opened: Open, ada: Player) -> None:
    table = opened()
    tables.fill_with_bots(code=table.code, host=ada)
    tables.leave_table(code=table.code, player=ada)
    assert not Table.objects.exists()


def test_the_host_seats_bots_and_sends_them_away(opened: Open, ada: Player) -> None:
    table = opened()
    tables.add_bot(code=table.code, host=ada)
    assert seated(table) == ["ada", "bot", "free"]
    tables.fill_with_bots(code=table.code, host=ada)
    assert seated(table) == ["ada", "bot", "bot"]
    for more in (tables.add_bot, tables.fill_with_bots):
        with pytest.raises(TableRefused, match="taken"):
            more(code=table.code, host=ada)
    tables.remove_bot(code=table.code, host=ada, index=1)
    assert seated(table) == ["ada", "free", "bot"]
    for index in (0, 1, 99):
        with pytest.raises(TableRefused, match=gettext("There’s no bot in that seat.")):
            tables.remove_bot(code=table.code, host=ada, index=index)
    assert seated(table) == ["ada", "free", "bot"]


def test_the_host_calls_it_off(opened: Open, ada: Player) -> None:
    tables.close_table(code=opened().code, host=ada)
    assert not Table.objects.exists()


def test_only_the_host_decides(opened: Open, ben: Player) -> None:
    table = opened(seats=2)
    tables.join_table(code=table.code, player=ben, now=NOW)
    for act in (
        lambda: tables.add_bot(code=table.code, host=ben),
        lambda: tables.fill_with_bots(code=table.code, host=ben),
        lambda: tables.remove_bot(code=table.code, host=ben, index=1),
        lambda: tables.start_table(code=table.code, host=ben, now=NOW),
        lambda: tables.close_table(code=table.code, host=ben),
    ):
        with pytest.raises(NotHost):
            act()
    assert seated(table) == ["ada", "ben"]
    assert not Match.objects.exists()


def test_a_person_sits_at_so_many_tables_and_not_more(
    opened: Open, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chairs, "MAX_OPEN_TABLES", 2)
    first, _second = opened(), opened()
    with pytest.raises(TableRefused, match="2 open tables"):
        opened()
    third = lobby_table(ben, seats=3)
    with pytest.raises(TableRefused, match="2 open tables"):
        tables.join_table(code=third.code, player=ada, now=NOW)
    tables.leave_table(code=first.code, player=ada)
    tables.join_table(code=third.code, player=ada, now=NOW)
    assert seated(third) == ["ben", "ada", "free"]


class TestStarting:
    """Tests of starting the match."""

    def test_all_sit_in_the_match_as_they_sat_at_the_table(self, opened: Open, ada: Player, ben: Player) -> None:
        table = opened(options={"short_fuse": True}, public=False)
        tables.add_bot(code=table.code, host=ada)
        tables.join_table(code=table.code, player=ben, now=NOW)
        code = tables.start_table(code=table.code, host=ada, now=NOW)
        match = Match.objects.get(code=code)
        seats = [(seat.player, seat.bot) for seat in match.seats.order_by("index")]
        assert seats == [(ada, False), (None, True), (ben, False)]
        assert match.game == "fuse"
        assert match.begun_at == NOW
        assert '"short_fuse":true' in match.setup
        assert match.pace == load_games()["fuse"].meta.paces["daily"]
        assert not match.listed, "what was by link only stays so"
        table.refresh_from_db()
        assert (table.match_code, table.started_at) == (code, NOW)

    def test_not_with_a_free_chair(self, opened: Open, ada: Player) -> None:
        table = opened()
        with pytest.raises(TableRefused, match=ngettext(*FREE, 2) % {"count": 2}):
            tables.start_table(code=table.code, host=ada, now=NOW)
        tables.add_bot(code=table.code, host=ada)
        with pytest.raises(TableRefused, match=ngettext(*FREE, 1) % {"count": 1}):
            tables.start_table(code=table.code, host=ada, now=NOW)
        assert not Match.objects.exists()

    def test_a_second_click_leads_to_the_same_match(self, opened: Open, ada: Player) -> None:
        table = opened()
        tables.fill_with_bots(code=table.code, host=ada)
        codes = {tables.start_table(code=table.code, host=ada, now=NOW) for _click in range(2)}
        assert len(codes) == 1
        assert Match.objects.count() == 1

    def test_then_nothing_more_happens_at_the_table(self, opened: Open, ada: Player, ben: Player) -> None:
        table = opened()
        tables.fill_with_bots(code=table.code, host=ada)
        tables.start_table(code=table.code, host=ada, now=NOW)
        for act in (
            lambda: tables.join_table(code=table.code, player=ben, now=NOW),
            lambda: tables.leave_table(code=table.code, player=ada),
            lambda: tables.add_bot(code=table.code, host=ada),
            lambda: tables.fill_with_bots(code=table.code, host=ada),
            lambda: tables.remove_bot(code=table.code, host=ada, index=1),
            lambda: tables.close_table(code=table.code, host=ada),
        ):
            with pytest.raises(TableRefused, match=gettext("The match has started, so this table is closed.")):
                act()
        assert seated(table) == ["ada", "bot", "bot"]

    def test_started_tables_do_not_count_as_open_ones(
        self, opened: Open, ada: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(chairs, "MAX_OPEN_TABLES", 1)
        table = opened()
        tables.fill_with_bots(code=table.code, host=ada)
        tables.start_table(code=table.code, host=ada, now=NOW)
        opened()

    def test_if_the_match_cannot_begin_the_table_stays_open(self, opened: Open, ada: Player) -> None:
        table = opened()
        tables.fill_with_bots(code=table.code, host=ada)
        Table.objects.filter(pk=table.pk).update(options={"an option": "of an edition that is gone"})
        with pytest.raises(Illegal):
            tables.start_table(code=table.code, host=ada, now=NOW)
        table.refresh_from_db()
        assert (table.started_at, table.match_code) == (None, "")
        assert not Match.objects.exists()
