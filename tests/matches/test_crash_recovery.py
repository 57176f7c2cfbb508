"""Tests that killing a process in the middle leaves everything unchanged."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from apps.matches.models import Move
from apps.matches.services import play
from tests.database import everything
from tests.factories.matches import HOUR, NOW, new_match
from tests.processes import environment, killed_midway, running

pytestmark = pytest.mark.django_db(transaction=True)

SETTLE = """
import sys, time
import django
django.setup()
from datetime import datetime
from django.db import connection
from apps.matches.services import play

seen = []

def stop(execute, sql, params, many, context):
    result = execute(sql, params, many, context)
    seen.extend([sql] * (sys.argv[1] in sql))
    if len(seen) == int(sys.argv[2]):
        print("in the middle", flush=True)
        time.sleep(60)
    return result

with connection.execute_wrapper(stop):
    play.settle_due(now=datetime.fromisoformat(sys.argv[3]))
"""

ANSWER = """
import os, signal, sys
import django
django.setup()
from datetime import datetime
from django.db import transaction
from apps.kernel.table import Seat
from apps.matches.services import play
import msgspec
from apps.games import load_games

code, seat, key, action, now = sys.argv[1:]
with transaction.atomic():
    transaction.on_commit(lambda: os.kill(os.getpid(), signal.SIGKILL))
    action = msgspec.json.decode(action, type=load_games()["fuse"].action)
    play.answer_question(code=code, seat=Seat(int(seat)), key=key, action=action, now=datetime.fromisoformat(now))
"""


@pytest.mark.parametrize(("after", "times"), [("matches_question", 1), ("INSERT INTO", 1), ("matches_fact", 2)])
def test_a_worker_killed_while_settling_has_settled_nothing(
    ada: Any, ben: Any, tmp_path: Path, after: str, times: int
) -> None:
    tables = [new_match(ada, ben, seed=n) for n in range(5)]
    before = everything()
    killed_midway(SETTLE, after, str(times), (NOW + HOUR).isoformat(), env=environment(tmp_path))
    assert everything() == before
    until = time.monotonic() + 5
    while Move.objects.filter(cause="clock").count() < 5 and time.monotonic() < until:
        play.settle_due(now=NOW + HOUR)
    assert [table.causes() for table in tables] == [["deal", "clock"]] * 5


def test_a_process_killed_right_after_it_committed_loses_no_news(ada: Any, ben: Any, tmp_path: Path, at: Any) -> None:
    """Check that everyone who asks gets the news, although no one was notified."""
    table = new_match(ada, ben)
    heard, ask = table.look(ada).heard, table.ask
    words = (table.code, str(ask.seat), ask.key, msgspec.json.encode(ask.default).decode(), NOW.isoformat())
    with running(ANSWER, *words, env=environment(tmp_path)) as process:
        assert process.wait(timeout=20) == -signal.SIGKILL
    assert table.causes() == ["deal", "seat"]
    assert at(ada).get(f"/m/{table.code}/news/?heard={heard}").status_code == 200
