"""Tests that a lock in the way differs from a missing database: the user retries the one, operators fix the other."""

from __future__ import annotations

import logging
import sqlite3
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client

from apps.common.errors import Busy, DatabaseUnreachable
from apps.common.transactions import atomic_or_busy, is_lock_error, passing_locks, tried_again
from apps.config.celery import app
from apps.lobby import tasks as lobby
from apps.matches import tasks as matches
from apps.matches.errors import TableBusy
from apps.matches.selectors import match_view
from apps.matches.services import play, uptime
from apps.notices import tasks as notices
from apps.notices.models import Notice
from apps.notices.services import sweep
from apps.tournaments import tasks as tournaments
from tests.concurrency import locked
from tests.factories.lobby import lobby_table
from tests.factories.matches import NOW, new_match

pytestmark = pytest.mark.django_db


class _Said(Exception):
    """The error text of a driver."""

    def __init__(self, said: str, sqlstate: str | None) -> None:
        super().__init__(said)
        self.sqlstate = sqlstate


def from_postgres(said: str, sqlstate: str | None) -> OperationalError:
    error = OperationalError(said)
    error.__cause__ = _Said(said, sqlstate)
    return error


LOCKS = [
    from_postgres("canceling statement due to lock timeout", "55P03"),
    from_postgres("Verklemmung entdeckt", "40P01"),
    from_postgres("canceling statement due to statement timeout", "57014"),
    OperationalError("database is locked"),
    OperationalError("database table is locked: matches_match"),
]
OTHERS = [
    from_postgres("canceling statement due to user request", "57014"),
    from_postgres("terminating connection due to administrator command", "57P01"),
    from_postgres("the database system is shutting down", "57P03"),
    from_postgres("server closed the connection unexpectedly", None),
    from_postgres("couldn't get a connection after 5.00 sec", None),
    OperationalError("disk I/O error"),
    OperationalError("unable to open database file"),
]


@pytest.mark.parametrize("error", LOCKS, ids=str)
def test_a_lock_is_known_by_what_the_database_calls_it(error: OperationalError) -> None:
    assert is_lock_error(error)
    with pytest.raises(Busy) as busy, atomic_or_busy():
        raise error
    assert busy.value.__cause__ is error
    with passing_locks():
        raise error


@pytest.mark.parametrize("error", OTHERS, ids=str)
def test_a_lost_connection_is_no_lock(error: OperationalError) -> None:
    assert not is_lock_error(error)
    for around in (atomic_or_busy, passing_locks):
        with pytest.raises(OperationalError), around():
            raise error


def test_sqlite_says_it_by_number(tmp_path: Any) -> None:
    one, other = (sqlite3.connect(tmp_path / "x.sqlite3", timeout=0, isolation_level=None) for _ in range(2))
    one.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError) as met:
        other.execute("BEGIN IMMEDIATE")
    error = OperationalError("in some other words")
    error.__cause__ = met.value
    assert is_lock_error(error)
    one.close()
    other.close()


DOORS = [
    ("post", "/m/{}/answer/", play, "answer_as", TableBusy),
    ("get", "/m/{}/", match_view, "load_match_view", TableBusy),
    ("post", "/m/{}/resign/", match_view, "observer_for", TableBusy),
    ("get", "/matches/", connection, "cursor", Busy),
]


@pytest.mark.parametrize(("method", "path", "where", "name", "busy"), DOORS)
@pytest.mark.parametrize(("error", "away"), [(LOCKS[0], False), (OTHERS[3], True)], ids=["lock", "lost"])
def test_every_page_tells_a_busy_table_from_a_database_that_is_away(
    ada: Any, ben: Any, client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
    method: str, path: str, where: Any, name: str, busy: type[Busy], error: OperationalError, away: bool,
) -> None:  # fmt: skip
    table = new_match(ada, ben)
    client.force_login(ada)

    def fails(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr(where, name, fails)
    response = getattr(client, method)(path.format(table.code), {"question": "turn:1", "type": "bomb"})
    assert response.status_code == 503
    assert response["Retry-After"]
    page = response.content.decode()
    assert (str(busy.sentence) in page) == (not away)
    assert (str(DatabaseUnreachable.sentence) in page) == away
    assert ("Database unreachable" in caplog.text) == away


def test_a_pulse_that_is_locked_is_left_to_the_next_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    uptime.forget_checks()

    def locked_out(*_: Any) -> None:
        raise LOCKS[3]

    uptime.beat_if_due(now=NOW)
    uptime.forget_checks()
    with monkeypatch.context() as patch:
        patch.setattr(uptime, "fetch_rows", locked_out)
        uptime.beat_if_due(now=NOW)
        assert uptime._beaten == []
    uptime.beat_if_due(now=NOW)
    assert uptime._beaten == [NOW]
    uptime.forget_checks()


@pytest.mark.django_db(transaction=True)
def test_a_lobby_that_is_locked_is_busy(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite locks everything at once")
    with locked(table.code), pytest.raises(Busy):
        lobby_table(ada)


def test_what_is_run_again_anyway_only_mentions_a_lock(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")

    def sweep(error: Exception | None) -> None:
        if error is not None:
            raise error

    tried_again(sweep)(None)
    assert not caplog.records
    for error in (*LOCKS, Busy()):
        caplog.clear()
        tried_again(sweep)(error)
        [record] = caplog.records
        assert (record.levelname, record.exc_info) == ("INFO", None)
        assert "sweep" in record.getMessage()
    for error in (*OTHERS, ValueError()):
        with pytest.raises(type(error)):
            tried_again(sweep)(error)


@pytest.mark.django_db(transaction=True)
def test_a_task_whose_connection_was_cut_leaves_none_that_is_closed_to_the_next() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("nobody can cut off a file")

    def sweep() -> None:
        Notice.objects.count()

    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(OperationalError, match="terminating connection"):
        tried_again(cut)()
    tried_again(sweep)()


@pytest.mark.parametrize("task", sorted({str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}))
def test_whatever_beat_runs_is_run_again_anyway(task: str) -> None:
    app.loader.import_default_modules()
    assert app.tasks[task].run.__wrapped__.__name__ == task.rpartition(".")[2]


@pytest.mark.django_db(transaction=True)
def test_a_sweep_beside_somebody_who_writes_for_long_says_one_line(
    ada: Any, ben: Any, caplog: pytest.LogCaptureFixture
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite locks everything at once")
    table = new_match(ada, ben)
    caplog.set_level("INFO")
    with locked(table.code):
        for sweep in (matches.settle_matches, notices.tell, lobby.look_after, tournaments.look_after_tournaments):
            sweep()
    assert not [record for record in caplog.records if record.exc_info or record.levelno > logging.INFO]
    assert "settle_matches: blocked by a database lock" in caplog.text


def test_nobodys_messages_wait_an_hour_for_a_lock(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    later = NOW + timedelta(minutes=1)
    new_match(ada, ben)
    sweep.post_new_notices(now=later, all_of_it=True)
    before = list(Notice.objects.order_by("pk").values_list("due_at", flat=True))
    assert before

    def locked_out(*_: Any) -> None:
        raise LOCKS[3]

    monkeypatch.setattr(sweep, "_assemble_player_messages", locked_out)
    with pytest.raises(OperationalError):
        sweep.put_together(now=later)
    assert list(Notice.objects.order_by("pk").values_list("due_at", flat=True)) == before
