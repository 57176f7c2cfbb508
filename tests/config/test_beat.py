"""Tests that beat continues through any change of the wall clock."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery import Celery
from celery import beat as celery_beat
from celery.schedules import crontab
from django.conf import settings

from apps.config import beat, embedded

HOUR = timedelta(hours=1)


class Afternoon:
    """A steady time with a wall clock that can be set."""

    def __init__(self) -> None:
        self.passed, self.wall = 1_000.0, datetime(2026, 3, 1, 15, tzinfo=UTC)

    def wait(self, seconds: float) -> None:
        self.passed += seconds
        self.wall += timedelta(seconds=seconds)


@pytest.fixture
def afternoon(monkeypatch: pytest.MonkeyPatch) -> Afternoon:
    made = Afternoon()
    monkeypatch.setattr(beat, "monotonic", lambda: made.passed)
    return made


def scheduler(
    afternoon: Afternoon, monkeypatch: pytest.MonkeyPatch, kind: type[Any] = beat.Scheduler, *, look: int = 1
) -> Any:
    """Return a scheduler that sends nothing, with tasks for each second (or `look`), each minute and half past four."""
    app = Celery("afternoon", set_as_current=False)
    monkeypatch.setattr(app, "now", lambda: afternoon.wall)
    app.conf.beat_schedule = {
        "look": {"task": "look", "schedule": look},
        "tell": {"task": "tell", "schedule": 60},
        "tidy": {"task": "tidy", "schedule": crontab(hour=16, minute=30)},
    }
    made = kind(app)
    made.sent = Counter()
    monkeypatch.setattr(kind, "apply_entry", lambda self, entry, **_: self.sent.update([entry.task]))
    monkeypatch.setattr(kind, "producer", None)
    return made


def run(made: Any, afternoon: Afternoon, seconds: float) -> Counter[str]:
    """Return what is sent in this number of seconds."""
    made.sent.clear()
    until = afternoon.passed + seconds
    while afternoon.passed < until:
        afternoon.wait(max(made.tick(), 0.001))
    return Counter(made.sent)


@pytest.mark.parametrize("hours", [-1, 1, -30, 0])
def test_a_clock_that_is_set_makes_no_sweep_late(
    afternoon: Afternoon, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    made = scheduler(afternoon, monkeypatch)
    run(made, afternoon, 100)
    afternoon.wall += hours * HOUR
    sent = run(made, afternoon, 120)
    assert sent["look"] in (119, 120, 121, 122)
    assert sent["tell"] in (2, 3)


def test_celery_by_itself_would_wait_for_the_clock(afternoon: Afternoon, monkeypatch: pytest.MonkeyPatch) -> None:
    made = scheduler(afternoon, monkeypatch, celery_beat.Scheduler)
    assert run(made, afternoon, 20)["look"] >= 19
    afternoon.wall -= HOUR
    assert run(made, afternoon, 120)["look"] == 0


def test_it_sleeps_until_it_is_time(afternoon: Afternoon, monkeypatch: pytest.MonkeyPatch) -> None:
    made, looks = scheduler(afternoon, monkeypatch), Counter[str]()
    tick = made.tick
    monkeypatch.setattr(made, "tick", lambda: looks.update(["tick"]) or tick())
    sent = run(made, afternoon, 120)
    assert looks["tick"] <= 2 * sent.total() + 5


@pytest.mark.parametrize("hours", [-1, 0, 1])
def test_what_has_a_time_of_day_comes_at_that_time(
    afternoon: Afternoon, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    made = scheduler(afternoon, monkeypatch, look=10)  # Every second would be too often for hours.
    run(made, afternoon, 60)
    afternoon.wall += hours * HOUR
    before = afternoon.wall.replace(hour=16, minute=29, second=0) - afternoon.wall
    assert run(made, afternoon, before.total_seconds())["tidy"] == 0
    sent = run(made, afternoon, 7 * 60)
    assert sent["tidy"] == 1
    assert sent["look"] >= 41, "and holds nobody up"


def test_it_is_the_one_this_house_uses() -> None:
    ours = f"{beat.__name__}:{beat.Scheduler.__name__}"
    assert ours == settings.CELERY_BEAT_SCHEDULER == embedded.beat_thread().service.scheduler_cls
