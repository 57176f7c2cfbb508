"""Tests that a worker killed between any two steps loses nothing and sends nothing twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from apps.matches.models import Match
from apps.notices.models import Delivery, Notice
from apps.notices.services import delivery, sweep
from tests.concurrency import together
from tests.factories.matches import NOW, new_match
from tests.notices.conftest import mails
from tests.processes import STOPPING_MAILER, killed_midway, mailing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
DAILY = {"turn": 86400, "matchman": 43200}
LATER = NOW + timedelta(minutes=1)

WORK = """
from apps.notices.services import delivery, sweep

sweep.post_new_notices(now=now, all_of_it=True)
sweep.put_together(now=now)
delivery.deliver_due_messages(now=now)
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
"""The statements at which the worker is killed, with the number of e-mails in the folder by then."""


@pytest.mark.parametrize("step", list(STEPS))
def test_killed_anywhere_there_is_one_mail_in_the_end(ada: Any, ben: Any, tmp_path: Path, step: str) -> None:
    table = next(t for t in (new_match(ada, ben, seed=n, pace=DAILY) for n in range(20)) if t.ask.seat == 0)
    Match.objects.exclude(code=table.code).delete()
    killed_midway(STOPPING_MAILER + WORK, step, LATER.isoformat(), env=mailing(tmp_path))
    assert len(mails(ada)) == STEPS[step]
    for minutes in (1, 2, 6, 8, 30):
        _work(LATER + timedelta(minutes=minutes))
    assert len(mails(ada)) == 1
    assert [each.state for each in Delivery.objects.filter(player=ada)] == ["sent"]
    assert Notice.objects.filter(player=ada, kind="turn").count() == 1


def test_two_workers_at_once_put_one_message_together(ada: Any, ben: Any) -> None:
    for n in range(6):
        new_match(ada, ben, seed=n, pace=DAILY)
    together(*[lambda: _work(LATER)] * 4)
    assert Delivery.objects.filter(player=ada).count() == 1
    assert Delivery.objects.filter(player=ada).get().tries == 1
    assert len(mails(ada)) == 1


def _work(now: datetime) -> None:
    sweep.post_new_notices(now=now, all_of_it=True)
    sweep.put_together(now=now)
    delivery.deliver_due_messages(now=now)
