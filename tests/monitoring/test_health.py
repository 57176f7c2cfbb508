"""Tests of the health pages: whether this process is alive and ready for visitors, and the server's state."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from kombu import Connection

from apps.matches import tasks
from apps.matches.models import Match, Pulse, SweepRun
from apps.matches.services import sweep_runs, uptime
from apps.monitoring import figures
from apps.monitoring.figures import Verdict, judge_figure
from apps.monitoring.selectors import house, queues, readiness
from apps.notices.models import Channel, Delivery, Kind, Notice
from tests.database import statements
from tests.factories.matches import SECOND, new_match
from tests.matches.canaries import named, renumber

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def lively() -> None:
    """Make pages look served, and the sweep look recent."""
    uptime.record_pulse(now=timezone.now())
    sweep_runs.note_sweep_run(now=timezone.now())


def lines(client: Client) -> dict[str, str]:
    """Return the result of the deep check by the name of each metric."""
    house.forget_checks()
    return dict(line.split(": ", 1) for line in client.get("/healthz?deep").content.decode().splitlines())


def lasts(said: str, seconds: int, verdict: str) -> bool:
    """Return whether a metric shows this, allowing for the time a busy machine needs."""
    found = re.fullmatch(r"(\d+) s, (\w+)", said)
    return found is not None and seconds <= int(found[1]) < seconds + 20 and found[2] == verdict


# -- the shallow check, and access to the deep one -----------------------------------------


def test_a_well_house_says_so(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"OK\n")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("said", ["", "Bearer ", "Bearer wrong", "Bearer tökén", "Basic b25seS1mb3ItdGVzdHMt"])
def test_whoever_brings_no_token_is_told_no_more_than_before(client: Client, token: str, said: str) -> None:
    assert client.get("/healthz?deep", headers={"authorization": said}).content == b"OK\n"


def test_where_no_token_is_set_an_empty_one_opens_nothing(client: Client) -> None:
    assert client.get("/healthz?deep", headers={"authorization": "Bearer "}).content == b"OK\n"


def test_who_asks_again_and_again_costs_nothing(scraper: Client, lively: None, django_assert_num_queries: Any) -> None:
    first = scraper.get("/healthz?deep").content
    with django_assert_num_queries(0):
        assert {scraper.get("/healthz?deep").content for _ in range(20)} == {first}


def test_after_some_seconds_one_looks_again(scraper: Client, lively: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert scraper.get("/healthz?deep").status_code == 200
    SweepRun.objects.update(at=timezone.now() - HOUR)
    assert scraper.get("/healthz?deep").status_code == 200
    monkeypatch.setattr(house, "FIGURE_CACHE_SECONDS", 0.0)
    assert scraper.get("/healthz?deep").status_code == 503


def test_a_look_costs_a_few_statements(scraper: Client, django_assert_max_num_queries: Any) -> None:
    lines(scraper)  # Pending migrations are checked only once.
    house._kept.clear()
    with django_assert_max_num_queries(6):
        scraper.get("/healthz?deep")


# -- problems ------------------------------------------------------------------------------


def test_a_house_where_all_is_well_says_so_line_by_line(scraper: Client, lively: None) -> None:
    answer = scraper.get("/healthz?deep")
    assert answer.status_code == 200, answer.content.decode()
    assert {line.rpartition(", ")[2] for line in answer.content.decode().splitlines()} == {"OK"}


@pytest.mark.postgres
def test_a_clock_that_is_not_the_databases_is_said(
    scraper: Client, lively: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = timezone.now
    for off, status, said in ((-1, 200, "OK"), (5, 200, "warning"), (-300, 503, "failing")):
        monkeypatch.setattr(timezone, "now", lambda off=off: right() + timedelta(seconds=off))
        assert lasts(lines(scraper)["clock"], abs(off) - 1, said)
        assert scraper.get("/healthz?deep").status_code == status


def test_a_sweep_that_stopped_is_said(scraper: Client, lively: None) -> None:
    SweepRun.objects.update(at=timezone.now() - HOUR)
    assert scraper.get("/healthz?deep").status_code == 503
    assert lasts(lines(scraper)["sweep"], 3600, "failing")


def test_a_sweep_that_never_ran_is_said(scraper: Client) -> None:
    assert lines(scraper)["sweep"] == "unknown, failing"


def test_whoever_sweeps_says_so(scraper: Client, lively: None) -> None:
    SweepRun.objects.update(at=timezone.now() - HOUR)
    sweep_runs.forget_checks()
    tasks.settle_matches()
    assert lasts(lines(scraper)["sweep"], 0, "OK")


def test_a_sweep_writes_that_it_runs_every_few_seconds_only(django_assert_num_queries: Any) -> None:
    sweep_runs.note_sweep_run(now=timezone.now())
    with django_assert_num_queries(0):
        for _ in range(20):
            sweep_runs.note_sweep_run(now=timezone.now())
    sweep_runs.forget_checks()  # Another process.
    with django_assert_num_queries(1) as asked:
        sweep_runs.note_sweep_run(now=timezone.now())
    assert statements(asked)[0].startswith("SELECT")


def test_after_a_clock_was_set_back_the_sweep_is_noted_all_the_same() -> None:
    sweep_runs.note_sweep_run(now=timezone.now() + HOUR)
    sweep_runs.forget_checks()
    sweep_runs.note_sweep_run(now=(now := timezone.now()))
    assert SweepRun.objects.get().at == now


def test_a_match_that_is_due_and_that_nobody_settles_is_counted(
    scraper: Client, lively: None, ada: Any, ben: Any
) -> None:
    now = timezone.now()
    late, latest, _punctual = (new_match(ada, ben, now=now) for _ in range(3))
    Match.objects.filter(code=late.code).update(wake_at=now - 5 * SECOND)
    assert (lines(scraper)["due"], lines(scraper)["overdue"]) == ("1, OK", "0, OK")
    Match.objects.filter(code=latest.code).update(wake_at=now - 60 * SECOND)
    told = lines(scraper)
    assert (told["due"], told["overdue"]) == ("2, OK", "1, warning")
    assert told["overdue-age"].endswith(" s, warning")
    Match.objects.filter(code=latest.code).update(wake_at=now - HOUR)
    assert lines(scraper)["overdue-age"].endswith(" s, failing")
    assert scraper.get("/healthz?deep").status_code == 503


def test_pages_that_nobody_serves_are_said(scraper: Client, lively: None) -> None:
    Pulse.objects.update(at=timezone.now() - HOUR)
    assert lasts(lines(scraper)["pulse"], 3600, "failing")


def notice(player: Any, key: str, due: timedelta) -> Notice:
    now = timezone.now()
    return Notice.objects.create(
        player=player, kind=Kind.HOUSE, key=key, words={}, created_at=now - HOUR, due_at=now + due
    )


def test_a_notice_that_nobody_takes_up_is_said(scraper: Client, lively: None, ada: Any) -> None:
    notice(ada, "later", HOUR)
    notice(ada, "told", -HOUR)
    Notice.objects.filter(key="told").update(owed=0)
    assert (lines(scraper)["outbox"], lines(scraper)["outbox-length"]) == ("0 s, OK", "0, OK")
    notice(ada, "forgotten", -HOUR)
    assert lasts(lines(scraper)["outbox"], 3600, "failing")
    assert lines(scraper)["outbox-length"] == "1, OK"


def test_a_message_that_is_tried_in_vain_is_late_and_no_alarm(scraper: Client, lively: None, ada: Any) -> None:
    """Check that it counts as late only, because someone's webhook can be down for a day."""
    now = timezone.now()
    Delivery.objects.create(
        player=ada, channel=Channel.HOOK, notices=[], tries=4, created_at=now - 5 * HOUR, next_at=now + HOUR
    )
    told = lines(scraper)
    assert lasts(told["unsent"], 5 * 3600, "warning")
    assert (told["outbox"], told["outbox-length"]) == ("0 s, OK", "1, OK")
    assert scraper.get("/healthz?deep").status_code == 200


def test_a_backup_that_was_not_made_is_said(scraper: Client, lively: None, settings: Any, tmp_path: Path) -> None:
    assert "backup" not in lines(scraper)
    settings.SLOWFUSE_BACKUPS = str(tmp_path)
    assert lines(scraper)["backup"] == "unknown, failing"
    file = tmp_path / "slowfuse-20260101T000000Z.dump"
    file.touch()
    (tmp_path / "slowfuse-20260102T000000Z.unfinished").touch()
    for hours, verdict in ((1, "OK"), (30, "warning"), (60, "failing")):
        os.utime(file, (time.time(), time.time() - hours * 3600))
        assert lasts(lines(scraper)["backup"], hours * 3600, verdict)


def test_a_full_disk_is_said() -> None:
    assert [judge_figure(figures.DISK, free * 1024**3).verdict for free in (10, 1, 0.1)] == ["OK", "warning", "failing"]


def test_where_the_sweep_comes_seldom_it_is_late_later() -> None:
    assert judge_figure(figures.SWEEP, 100).verdict == Verdict.FAILING
    assert judge_figure(figures.SWEEP.allowing(60), 100).verdict == Verdict.OK


def test_what_lies_in_a_queue_is_counted(scraper: Client, lively: None) -> None:
    queue = "thinking"
    with current_app.connection_for_write() as broker:
        channel = broker.channel()
        channel.queue_purge(queue)
        before = queues.get_queue_lengths()
        for _ in range(3):
            current_app.send_task("nothing", queue=queue)
        assert queues.get_queue_lengths() == {**before, queue: 3}
        channel.queue_purge(queue)
    assert queues.get_queue_lengths()[queue] == 0


def test_a_broker_that_is_away_is_said_at_once(scraper: Client, lively: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a port where nothing listens. By default, kombu sleeps for two seconds before it retries."""
    slept: list[float] = []
    monkeypatch.setattr("kombu.utils.functional.sleep", slept.append)
    away = partial(Connection, "redis://127.0.0.1:1/0")
    monkeypatch.setattr(current_app._get_current_object(), "connection_for_write", away)
    assert lines(scraper)["queue-clock"] == "unknown, failing"
    assert sum(slept) == 0


# -- readiness -----------------------------------------------------------------------------


def test_a_process_with_all_its_tables_is_ready(client: Client, django_assert_num_queries: Any) -> None:
    assert (client.get("/readyz").status_code, client.get("/readyz").content) == (200, b"ready\n")
    with django_assert_num_queries(1):  # It checks the database.
        client.get("/readyz")


def test_a_process_whose_tables_are_yet_to_come_is_not_ready(client: Client, scraper: Client) -> None:
    last = max(key for key in MigrationLoader(None).disk_migrations if key[0] == "matches" and "squashed" not in key[1])
    MigrationRecorder(connection).record_unapplied(*last)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"migrations: 1 not applied, run manage.py migrate\n")
    assert lines(scraper)["migrations"] == "1, failing"
    MigrationRecorder(connection).record_applied(*last)
    assert client.get("/readyz").status_code == 503, "it is not found out again at every knock"
    readiness._missing.clear()
    assert client.get("/readyz").status_code == 200


def test_whoever_asks_on_this_machine_is_not_sent_to_https(client: Client, token: str, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert [client.get(path).status_code for path in ("/healthz", "/readyz", "/metrics", "/")] == [200, 200, 401, 301]


# -- secrets --------------------------------------------------------------------------------


def test_no_figure_tells_a_name_a_code_or_a_card(
    scraper: Client, lively: None, player: Callable[[str], Any], monkeypatch: Any
) -> None:
    renumber(monkeypatch)
    people = [player(name) for name in ("wolkenbruch", "zaunkoenig")]
    table = new_match(*people, now=timezone.now())
    table.lay()
    Match.objects.update(wake_at=timezone.now() - HOUR)
    notice(people[0], f"{table.code}:secret", -HOUR)
    told = scraper.get("/healthz?deep").content.decode()
    assert scraper.get("/healthz?deep").status_code == 503
    assert not [word for word in (table.code, "wolkenbruch", "zaunkoenig", "secret", "fuse") if word in told]
    assert not named(told)
