"""A worker that is killed between any two steps loses nothing and tells nothing twice."""

from __future__ import annotations

import signal
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from apps.matches.models import Match
from apps.notices.models import Delivery, Notice
from apps.notices.services import delivery, sweep
from tests.matches.processes import environment, running
from tests.matches.table import NOW, deal, together
from tests.notices.conftest import mails

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
DAILY = {"turn": 86400, "matchman": 43200}
LATER = NOW + timedelta(minutes=1)

WORK = """
import sys, time
import django
django.setup()
from datetime import datetime
from django.conf import settings
from django.db import connection
from apps.notices.channels import file_backend
from apps.notices.services import delivery, sweep

settings.HOSTED = False
step, now = sys.argv[1], datetime.fromisoformat(sys.argv[2])

def stop():
    print("in the middle", flush=True)
    time.sleep(60)

def watch(execute, sql, params, many, context):
    result = execute(sql, params, many, context)
    if step in sql:
        stop()
    return result

if step == "before the file":
    file_backend.keep = lambda message: stop()
if step == "after the file":
    keep = file_backend.keep
    file_backend.keep = lambda message: (keep(message), stop())
with connection.execute_wrapper(watch):
    sweep.look(now=now, all_of_it=True)
    sweep.put_together(now=now)
    delivery.deliver(now=now)
"""

STEPS = {
    'INTO "notices_notice"': 0,
    'INTO "notices_wishes"': 0,
    'INTO "notices_delivery"': 0,
    'UPDATE "notices_wishes"': 0,
    'UPDATE "notices_notice"': 0,
    'UPDATE "notices_delivery" SET "tries"': 0,
    "before the file": 0,
    "after the file": 1,
    'UPDATE "notices_delivery" SET "state"': 1,
}
"""Where the worker is killed, and how many mails lie there at that moment."""


@pytest.mark.parametrize("step", list(STEPS))
def test_killed_anywhere_there_is_one_mail_in_the_end(ada: Any, ben: Any, tmp_path: Path, step: str) -> None:
    table = next(t for t in (deal(ada, ben, seed=n, pace=DAILY) for n in range(20)) if t.ask.seat == 0)
    Match.objects.exclude(code=table.code).delete()
    env = environment(tmp_path) | {
        "SLOWFUSE_MAIL_URL": f"filemail://{tmp_path / 'mail'}",
        "SLOWFUSE_SITE": "https://fuse.example.org",
    }
    with running(WORK, step, LATER.isoformat(), env=env) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "in the middle\n"
        worker.send_signal(signal.SIGKILL)
        worker.wait(timeout=10)
    assert len(mails(ada)) == STEPS[step]
    for minutes in (1, 2, 6, 8, 30):
        _work(LATER + timedelta(minutes=minutes))
    assert len(mails(ada)) == 1
    assert [each.state for each in Delivery.objects.filter(player=ada)] == ["sent"]
    assert Notice.objects.filter(player=ada, kind="turn").count() == 1


def test_two_workers_at_once_put_one_message_together(ada: Any, ben: Any) -> None:
    for n in range(6):
        deal(ada, ben, seed=n, pace=DAILY)
    together(*[lambda: _work(LATER)] * 4)
    assert Delivery.objects.filter(player=ada).count() == 1
    assert Delivery.objects.filter(player=ada).get().tries == 1
    assert len(mails(ada)) == 1


def _work(now: datetime) -> None:
    sweep.look(now=now, all_of_it=True)
    sweep.put_together(now=now)
    delivery.deliver(now=now)
