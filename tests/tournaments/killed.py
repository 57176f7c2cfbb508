"""Runs the scheduler or a challenge in a separate process that is killed between two statements."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from datetime import datetime
from typing import Any, TypeAlias

import pytest

from tests.factories.tournaments import NOON
from tests.processes import environment, running

House: TypeAlias = "subprocess.Popen[str]"

PROGRAM = """
import json, os, sys, time
import django
django.setup()
from datetime import datetime
from django.db import connection
from apps.accounts.models import Player
from apps.games import load_games
from apps.tournaments import tasks
from apps.tournaments.services import ladders, scheduler

def challenge(now, pk, player, whom):
    ladders.challenge_players(pk=pk, player=Player.objects.get(pk=player), whom=whom, now=now)

DOORS = {"look": scheduler.advance_tournaments, "challenge": challenge}

def act(kind, times, now, door, words):
    seen = []

    def stop(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        seen.extend([sql] * (kind in sql))
        if len(seen) == times:
            print(os.getpid(), flush=True)
            time.sleep(60)
        return result

    with connection.execute_wrapper(stop):
        DOORS[door](now=datetime.fromisoformat(now), **words)

load_games()
for line in iter(sys.stdin.readline, ""):
    worker = os.fork()
    if not worker:
        act(*json.loads(line))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]), flush=True)
"""


@pytest.fixture(scope="module")
def house(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Run a process that has loaded everything and forks a child for each request."""
    with running(PROGRAM, env=environment(tmp_path_factory.mktemp("house"))) as process:
        yield process


def killed(house: House, after: str, times: int, now: datetime = NOON, *, door: str = "look", **words: Any) -> None:
    """Kill a child process that calls this service after this number of statements of the given kind."""
    assert house.stdin is not None
    assert house.stdout is not None
    print(json.dumps([after, times, now.isoformat(), door, words]), file=house.stdin, flush=True)
    os.kill(int(house.stdout.readline()), signal.SIGKILL)
    assert int(house.stdout.readline()) == -signal.SIGKILL
