"""Tests that the broker only triggers work that the database describes, so nothing is lost without it."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone
from kombu import Connection, pools

from apps.config.celery import app
from apps.games.fuse.state import Blast, Condition, Douse, Plan
from apps.kernel.table import Seat
from apps.matches import tasks
from apps.matches.engine import deadlines
from apps.matches.models import Match
from apps.matches.services import play
from tests.factories.matches import HOUR, NOW, SECOND, MatchDriver, new_match
from tests.ports import free_port
from tests.processes import beat, broker, embedded_worker, environment

pytestmark = pytest.mark.django_db(transaction=True)
Browser = Callable[..., Client]
PATIENCE = 25.0
"""The number of seconds within which a worker must have played its moves."""


@pytest.fixture
def broken_broker() -> Iterator[None]:
    """Use a broker at a port where nothing listens."""
    before = app.conf.broker_url
    app.conf.broker_url = f"redis://127.0.0.1:{free_port()}/0"
    _forget_connections()
    yield
    app.conf.broker_url = before
    _forget_connections()


def _forget_connections() -> None:
    """Make Celery open new connections. A closed pool would be of no use to later tests."""
    pools.reset()
    app._pool = app.amqp._producer_pool = None


def test_without_a_broker_turns_are_played_and_deadlines_hold(
    broken_broker: None, at: Browser, ada: Any, ben: Any
) -> None:
    table = new_match(ada, ben, bots=1, now=timezone.now())
    started = time.monotonic()
    for _ in range(6):
        table.now = timezone.now()
        if table.ask.seat == 2:
            late(table.code)
            assert at().get(f"/m/{table.code}/").status_code == 200
            assert table.moves()[-1].cause == "bot"
            continue
        client = at((ada, ben)[table.ask.seat])
        html = client.get(f"/m/{table.code}/").content.decode()
        assert "broker" not in html.lower()
        words = {"question": table.key(), "type": "lay", "card": table.ask.default.card}
        assert client.post(f"/m/{table.code}/answer/", words).status_code in (302, 303)
    while table.ask.seat == 2:
        late(table.code)
        at().get(f"/m/{table.code}/")
    late(table.code)
    assert at(ada).get(f"/m/{table.code}/").status_code == 200
    assert "clock" in table.causes()
    assert time.monotonic() - started < 5, "nobody waits for the broker"


def late(code: str) -> None:
    """Make the open questions look as if they had expired an hour ago."""
    Match.objects.get(code=code).questions.update(due_at=timezone.now() - HOUR, lapses_at=timezone.now() - HOUR)
    Match.objects.filter(code=code).update(wake_at=timezone.now() - HOUR)


def test_the_task_of_the_sweep_settles_all_that_is_due(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SWEEP_BATCH_SIZE", 4)
    tables = [new_match(ada, ben, seed=n, now=timezone.now() - 2 * HOUR) for n in range(10)]
    tasks.settle_matches.run(message_of="yesterday")
    assert [table.causes() for table in tables] == [["deal", "clock"]] * 10


def test_the_task_of_the_sweep_lets_others_have_their_turn(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SWEEP_BATCH_SIZE", 2)
    monkeypatch.setattr(tasks, "MAX_SWEEP_MATCHES", 4)
    for n in range(10):
        new_match(ada, ben, seed=n, now=timezone.now() - 2 * HOUR)
    tasks.settle_matches.run()
    assert Match.objects.filter(moves=2).count() == 4


def lapsing(table: MatchDriver, seconds: float) -> None:
    """Make the open questions expire in this number of seconds."""
    at = timezone.now() + timedelta(seconds=seconds)
    table.match.questions.update(due_at=at, lapses_at=at)
    Match.objects.filter(code=table.code).update(wake_at=at)


def test_the_task_of_the_sweep_waits_for_what_lapses_before_the_next(ada: Any, ben: Any, cleo: Any) -> None:
    soon, sooner = (new_match(ada, ben, cleo, seed=n, now=timezone.now()) for n in range(2))
    lapsing(soon, 0.12)
    lapsing(sooner, 0.06)
    tasks.settle_matches.run()
    assert timezone.now() >= soon.moves()[-1].at >= sooner.moves()[-1].at
    assert [table.causes() for table in (soon, sooner)] == [["deal", "clock"]] * 2


def test_the_task_of_the_sweep_leaves_what_lapses_later_to_the_next(
    ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    naps: list[float] = []
    monkeypatch.setattr(tasks, "sleep", naps.append)
    table = new_match(ada, ben, now=timezone.now())
    lapsing(table, 1.5)
    tasks.settle_matches.run()
    assert (table.causes(), naps) == (["deal"], [])


def test_what_another_worker_is_at_is_not_waited_for(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    naps: list[float] = []
    monkeypatch.setattr(tasks, "sleep", naps.append)
    monkeypatch.setattr(play, "settle_due", lambda **_words: 0)
    lapsing(new_match(ada, ben, now=timezone.now()), -5)
    tasks.settle_matches.run()
    assert not naps


@pytest.mark.slow
def test_a_worker_with_its_beat_plays_a_match_to_its_end(ada: Any, ben: Any, cleo: Any, tmp_path: Path) -> None:
    """Check a match whose players have added standing orders and left, so that only the worker moves the bot."""
    people = (ada, ben, cleo)
    for seed in range(1, 50):
        rehearsal = with_orders(*people, seed=seed, now=NOW)
        for _ in range(12):
            rehearsal.settle(after=SECOND)
        if rehearsal.match.status == Match.Status.OVER:
            break
    table = with_orders(*people, seed=seed, now=timezone.now())
    lapsing = new_match(*people, now=timezone.now() - 2 * HOUR)
    with embedded_worker(environment(tmp_path, broker=broker())) as process:
        until = time.monotonic() + PATIENCE
        while table.match.status != Match.Status.OVER:
            assert process.poll() is None, "the worker died"
            assert time.monotonic() < until, f"only {len(table.moves())} moves"
            time.sleep(0.2)
    assert {move.cause for move in table.moves()} == {"deal", "order", "bot"}
    assert table.outcome == rehearsal.outcome
    at = [move.at for move in table.moves() if move.cause == "bot"]
    assert all(later - earlier >= SECOND for earlier, later in itertools.pairwise(at)), "a bot thinks for a second"
    assert lapsing.causes() == ["deal", "clock"]


def with_orders(*people: Any, seed: int, now: datetime) -> MatchDriver:
    """Return a match in which these people have standing orders, together with a bot."""
    table = new_match(*people, bots=1, seed=seed, short_fuse=True, now=now)
    for seat in range(len(people)):
        for order in (Blast(Condition(at_least=40)), Douse(Condition(at_least=60)), Plan("highest", once=False)):
            play.add_standing_order(code=table.code, seat=Seat(seat), order=order, now=now)
    return table


@pytest.mark.slow
def test_where_the_one_who_thinks_is_killed_no_match_waits_longer_than_for_one_who_does_not(
    ada: Any, ben: Any, tmp_path: Path
) -> None:
    table = with_orders(ada, ben, seed=1, now=timezone.now())
    Match.objects.update(opponents=Match.BotStrength.FLINT)
    env = environment(tmp_path, broker=broker())
    with beat(env), _worker("clock", env=env), _worker("thinking", env=env) as thinker:
        _until(lambda: any(took < deadlines.THINKING_TIME for took in _waits(table)))
        _until(lambda: table.match.status == Match.Status.PLAYING and table.ask.seat == 2)
        os.killpg(thinker.pid, signal.SIGKILL)
        thinker.wait(timeout=5)
        before = len(_waits(table))
        _until(lambda: len(_waits(table)) >= before + 2 or table.match.status == Match.Status.OVER)
    after = _waits(table)[before:]
    assert after
    assert all(deadlines.THINKING_TIME <= took < deadlines.THINKING_TIME + 5 * SECOND for took in after)


@pytest.mark.slow
@pytest.mark.skipif("SLOWFUSE_TEST_BROKER_URL" not in os.environ, reason="SLOWFUSE_TEST_BROKER_URL names no Redis")
def test_a_worker_that_is_cut_off_or_killed_takes_the_next_message(ada: Any, ben: Any, tmp_path: Path) -> None:
    """Run a worker as hosted servers do, and send it a message a second, as beat does."""
    env, began = environment(tmp_path, broker=broker()), timezone.now()
    with Connection(broker()) as link, _worker("clock", env=env) as worker:
        for trouble in (lambda: None, lambda: _cut_off(since=began), lambda: _kill_the_child_of(worker.pid)):
            table = new_match(ada, ben, now=timezone.now())
            trouble()
            lapsing(table, 0.3)
            until = time.monotonic() + PATIENCE
            while table.causes() != ["deal", "clock"]:
                assert time.monotonic() < until, "nothing happens"
                tasks.settle_matches.apply_async(connection=link)
                time.sleep(1)


@contextmanager
def _worker(queue: str, *, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker as hosted servers do, but without beat, and kill it at the end."""
    words = (f"--queues={queue}", "--concurrency=1", "--without-gossip", "--without-mingle", "--loglevel=ERROR")
    command = (sys.executable, "-m", "celery", "--quiet", "-A", "apps.config", "worker", *words)
    worker = subprocess.Popen(command, env=env, cwd=settings.ROOT, start_new_session=True)
    try:
        yield worker
    finally:
        if worker.poll() is None:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait(timeout=5)


def _cut_off(*, since: datetime) -> None:
    """Cut all database connections that were opened since this time, if the database has any."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND backend_start > %s AND pid <> pg_backend_pid()",
                [since],
            )
            assert cursor.fetchone() != (0,)


def _kill_the_child_of(pid: int) -> None:
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    os.kill(int(child), signal.SIGKILL)


def _until(so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < until, "nothing happens"
        time.sleep(0.05)


def _waits(table: MatchDriver) -> list[timedelta]:
    """Return how long each of the bot's answers took."""
    moves = table.moves()
    return [later.at - earlier.at for earlier, later in itertools.pairwise(moves) if later.cause == "bot"]
