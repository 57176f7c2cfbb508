"""Tests that only abandoned things are cleaned up."""

from __future__ import annotations

from copy import copy
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.accounts.models import Player
from apps.accounts.services import session_renewal
from apps.config.celery import app
from apps.kernel.table import Seat
from apps.lobby.models import Chair, Table
from apps.lobby.services import cleanup, tables
from apps.matches.models import Match
from apps.matches.services import organiser, play, seats
from tests.factories.lobby import lobby_table
from tests.factories.people import guest

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 9, 1, tzinfo=UTC)
LONG_AGO = NOW - cleanup.MAX_GUEST_ABSENCE - timedelta(days=1)


def started(host: Player, *, at: datetime) -> Table:
    table = lobby_table(host, now=at)
    tables.fill_with_bots(code=table.code, host=host)
    tables.start_table(code=table.code, host=host, now=at)
    return table


def test_a_table_that_never_began_goes_after_thirty_days(ada: Player) -> None:
    old = lobby_table(ada, now=NOW - cleanup.MAX_OPEN_TABLE_AGE - timedelta(seconds=1))
    young = lobby_table(ada, now=NOW - cleanup.MAX_OPEN_TABLE_AGE)
    begun = started(ada, at=LONG_AGO)
    assert cleanup.clear_tables(now=NOW) == 1
    assert set(Table.objects.all()) == {young, begun}
    assert not Chair.objects.filter(table_id=old.pk).exists()
    assert Match.objects.count() == 1


def test_a_guest_who_sits_nowhere_goes_after_ninety_days() -> None:
    gone = guest("gone", date_joined=LONG_AGO)
    young = guest("young", date_joined=NOW - cleanup.MAX_GUEST_ABSENCE)
    assert cleanup.clear_guests(now=NOW) == 1
    assert list(Player.objects.all()) == [young]
    assert not Player.objects.filter(pk=gone.pk).exists()


def test_a_guest_who_came_lately_stays_however_long_ago_they_joined(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = guest("came", date_joined=LONG_AGO, last_login=LONG_AGO)
    client.force_login(came)
    Player.objects.update(last_login=LONG_AGO)
    monkeypatch.setattr(session_renewal.clocks, "now", lambda: NOW - timedelta(days=1))
    client.get("/mine/")
    assert cleanup.clear_guests(now=NOW) == 0
    assert cleanup.clear_guests(now=NOW + cleanup.MAX_GUEST_ABSENCE) == 1


def test_a_guest_hears_how_long_we_wait_for_them_and_nobody_else_does(client: Client, ada: Player) -> None:
    said = gettext("Without an account, you lose your matches if you don’t visit for 90 days.")
    client.force_login(guest("came"))
    assert said in client.get("/mine/").content.decode()
    assert said in client.get("/keep/").content.decode()
    assert said not in client.get("/tables/").content.decode()
    client.force_login(ada)
    assert said not in client.get("/mine/").content.decode()


def test_who_has_an_account_never_goes(ada: Player) -> None:
    Player.objects.update(date_joined=datetime(2020, 1, 1, tzinfo=UTC))
    assert cleanup.clear_guests(now=NOW) == 0
    assert Player.objects.get() == ada


@pytest.mark.parametrize("over", [False, True])
def test_a_guest_in_a_match_stays_whether_it_is_over_or_not(over: bool) -> None:
    player = guest("player", date_joined=LONG_AGO)
    code = tables.play_now(player=player, now=LONG_AGO)
    if over:
        organiser.end_match(code=code, now=LONG_AGO)
    assert cleanup.clear_guests(now=NOW) == 0


def test_a_guest_who_left_their_match_goes_and_the_match_goes_on() -> None:
    code = tables.play_now(player=guest("leaver", date_joined=LONG_AGO), now=LONG_AGO)
    seats.resign_seat(code=code, seat=Seat(0), now=LONG_AGO)
    assert cleanup.clear_guests(now=NOW) == 1
    play.settle_match(code=code, now=NOW)
    assert Match.objects.get(code=code).moves > 2


def test_a_guest_at_an_open_table_stays_and_goes_with_it() -> None:
    host, joined = guest("host", date_joined=LONG_AGO), guest("joined", date_joined=LONG_AGO)
    table = lobby_table(host, now=NOW - timedelta(days=1))
    tables.join_table(code=table.code, player=joined, now=NOW)
    assert cleanup.clear_guests(now=NOW) == 0
    Table.objects.update(created_at=LONG_AGO)
    assert cleanup.clear_tables(now=NOW) == 1
    assert cleanup.clear_guests(now=NOW) == 2


def test_the_way_from_an_invitation_to_its_match_stays() -> None:
    table = started(guest("host", date_joined=LONG_AGO), at=LONG_AGO)
    table.refresh_from_db()
    seats.resign_seat(code=table.match_code, seat=Seat(0), now=LONG_AGO)
    assert cleanup.clear_guests(now=NOW) == 0
    assert Table.objects.get() == table


def test_a_worker_clears_both_once_a_day(settings: Any) -> None:
    long_ago = timezone.now() - timedelta(days=365)
    lobby_table(guest("host", date_joined=long_ago), now=long_ago)
    entry = settings.CELERY_BEAT_SCHEDULE["tidy"]
    app.loader.import_default_modules()  # As a worker does.
    task = app.tasks[entry["task"]]
    task(from_an_older_house=True)
    assert not Player.objects.exists()
    assert not Table.objects.exists()
    midnight = datetime(2026, 9, 1, tzinfo=UTC)
    schedule = copy(entry["schedule"])
    schedule.nowfun = lambda: midnight
    wait = schedule.remaining_estimate(midnight)
    assert timedelta() < wait < timedelta(days=1)
    schedule.nowfun = lambda: midnight + wait
    assert schedule.remaining_estimate(midnight + wait) == timedelta(days=1)
    assert entry["options"]["expires"] < timedelta(days=1).total_seconds()


def test_the_command_clears_both_and_says_how_many() -> None:
    long_ago = timezone.now() - timedelta(days=365)
    lobby_table(guest("host", date_joined=long_ago), now=long_ago)
    guest("passer-by", date_joined=long_ago)
    guest("today", date_joined=timezone.now())
    out = StringIO()
    call_command("tidy", stdout=out)
    assert out.getvalue() == "Removed: tables 1, sandboxes 0, guests 2.\n"
    assert [player.username for player in Player.objects.all()] == ["today"]
