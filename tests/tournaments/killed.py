"""The house looks in a process of its own, and is killed there between two statements."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from datetime import datetime
from typing import TypeAlias

import pytest

from tests.factories.tournaments import NOON
from tests.processes import environment, running

House: TypeAlias = "subprocess.Popen[str]"

LOOK = """
import json, os, sys, time
import django
django.setup()
from datetime import datetime
from django.db import connection
from apps.games import catalogue
from apps.tournaments import tasks
from apps.tournaments.services import scheduler

def look(kind, times, now):
    seen = []

    def stop(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        seen.extend([sql] * (kind in sql))
        if len(seen) == times:
            print(os.getpid(), flush=True)
            time.sleep(60)
        return result

    with connection.execute_wrapper(stop):
        scheduler.look(now=datetime.fromisoformat(now))

catalogue()
for line in iter(sys.stdin.readline, ""):
    worker = os.fork()
    if not worker:
        look(*json.loads(line))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]), flush=True)
"""


@pytest.fixture(scope="module")
def house(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Has everything loaded, and looks in a process of its own as often as it is asked to."""
    with running(LOOK, env=environment(tmp_path_factory.mktemp("house"))) as process:
        yield process


def killed(house: House, after: str, times: int, now: datetime = NOON) -> None:
    """The house looks in a process of its own, and dies there after so many statements of this kind."""
    assert house.stdin is not None
    assert house.stdout is not None
    print(json.dumps([after, times, now.isoformat()]), file=house.stdin, flush=True)
    os.kill(int(house.stdout.readline()), signal.SIGKILL)
    assert int(house.stdout.readline()) == -signal.SIGKILL
