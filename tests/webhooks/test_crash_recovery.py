"""Tests that a worker killed between any two steps loses no message, and that two workers send none twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from apps.accounts.models import Player
from apps.tournaments.models import Tournament
from apps.webhooks import tasks
from apps.webhooks.models import Hook, HookMessage
from tests.concurrency import together
from tests.factories.tournaments import NOON, decide_all, look
from tests.notices.listener import Listener
from tests.processes import environment, killed_midway
from tests.webhooks.conftest import heard, hook, types, work

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
MINUTE = timedelta(minutes=1)

WORK = """
import sys, time
import django
django.setup()
from datetime import datetime
from django.conf import settings
from django.db import connection
from apps.webhooks import delivery, services

settings.HOSTED = False
settings.NOTICES_REACHABLE = ["127.0.0.1/32"]
step, now = sys.argv[1], datetime.fromisoformat(sys.argv[2])

def watch(execute, sql, params, many, context):
    result = execute(sql, params, many, context)
    if step in sql:
        print("in the middle", flush=True)
        time.sleep(60)
    return result

connection.execute_wrappers.append(watch)
services.post_new_messages(now=now)
while delivery.send_due_messages(now=now):
    pass
"""

STEPS = {
    'INTO "webhooks_hookmessage"': 0,
    'UPDATE "webhooks_hookmessage" SET "tries"': 0,
    'UPDATE "webhooks_hookmessage" SET "state"': 1,
}
"""The statements at which the worker is killed, with the number of messages that had arrived by then."""


@pytest.mark.parametrize("step", list(STEPS))
def test_killed_anywhere_everything_arrives_in_order_and_under_its_id(
    cup: Tournament, ada: Player, ear: Listener, tmp_path: Path, step: str
) -> None:
    hook(cup, ada, ear.url)
    look(cup)
    decide_all(cup)
    killed_midway(WORK, step, NOON.isoformat(), env=environment(tmp_path))
    assert len(ear.heard) == STEPS[step]
    for minutes in (1, 6, 12):
        work(NOON + minutes * MINUTE)
    told = dict.fromkeys(
        (each.headers["webhook-id"], body["type"]) for each, body in zip(ear.heard, heard(ear), strict=True)
    )
    assert [type_ for _id, type_ in told] == ["round.published", "match.started", "match.over"]
    assert set(HookMessage.objects.values_list("state", flat=True)) == {"sent"}


def test_two_beats_send_nothing_twice(cup: Tournament, ada: Player, ear: Listener) -> None:
    now = datetime.now(NOON.tzinfo)
    for address in ("a", "b"):
        hook(cup, ada, f"{ear.url}/{address}", now=now - MINUTE)
    look(cup, now=now)
    decide_all(cup, now=now)
    together(*[lambda: work(now)] * 4)
    assert sorted(types(ear)) == sorted(["round.published", "match.started", "match.over"] * 2)
    for address in ("/a", "/b"):
        said = [body["type"] for each, body in zip(ear.heard, heard(ear), strict=True) if each.path == address]
        assert said == ["round.published", "match.started", "match.over"]
    assert together(*[tasks.send_messages] * 2) == [None, None]
    assert len(ear.heard) == 6
    assert Hook.objects.filter(off_at=None).count() == 2
