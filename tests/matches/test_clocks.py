"""Tests that a process with a wrong clock uses the database's time, so deadlines are neither early nor late."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.common import clocks
from apps.matches import tasks
from apps.matches.models import Match, Outage, Pulse, SweepRun
from apps.matches.services import sweep_runs, uptime
from tests.factories.matches import MatchDriver, new_match

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
OFF = timedelta(minutes=5)
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _just_started() -> Iterator[None]:
    uptime.record_pulse(now=timezone.now())
    for each in (clocks, uptime, sweep_runs):
        each.forget_checks()
    yield
    for each in (clocks, uptime, sweep_runs):
        each.forget_checks()


@pytest.fixture(params=[OFF, -OFF], ids=["fast", "slow"])
def wrong(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> timedelta:
    """Set only this process's clock wrong from now on, and return by how much."""
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + request.param)
    return request.param


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    """Return a match that started before any time a slow clock shows, so its log can't hide the clock's error."""
    return new_match(ada, ben, now=timezone.now() - 2 * OFF)


def lapses(table: MatchDriver, *, after: timedelta) -> None:
    """Set the open question's deadline, relative to the database's clock."""
    at = _present() + after
    Match.objects.filter(code=table.code).update(wake_at=at)
    table.match.questions.update(due_at=at, lapses_at=at)


def answered(table: MatchDriver, at: Any) -> int:
    """Answer on the page for the asked player, and return the status."""
    ask = table.ask
    card = next(action.card for action in table.legal(ask.seat) if hasattr(action, "card"))
    words = {"question": ask.key, "type": "lay", "card": card}
    status: int = at(table.people[ask.seat]).post(f"/m/{table.code}/answer/", words).status_code
    return status


def _present() -> datetime:
    return timezone.now() + clocks.measure_clock_difference().missing


def test_an_answer_in_time_is_taken_and_one_that_is_late_is_not(table: MatchDriver, wrong: timedelta, at: Any) -> None:
    lapses(table, after=MINUTE)
    assert answered(table, at) == 303
    assert table.causes() == ["deal", "seat"]
    lapses(table, after=-MINUTE)
    assert answered(table, at) != 303
    assert table.causes() == ["deal", "seat", "clock"]
    [due_at] = table.match.questions.filter(seat=table.ask.seat).values_list("due_at", flat=True)
    assert abs(due_at - _present() - timedelta(hours=1)) < 2 * MINUTE, "the next deadline is right, too"


def test_a_sweep_and_a_look_at_the_page_close_nothing_early_and_nothing_late(
    table: MatchDriver, wrong: timedelta, at: Any
) -> None:
    uptime.record_pulse(now=clocks.now())
    clocks.forget_checks()
    lapses(table, after=MINUTE)
    tasks.settle_matches()
    assert at(table.people[0]).get(f"/m/{table.code}/").status_code == 200
    assert table.causes() == ["deal"]
    lapses(table, after=-MINUTE / 10)
    tasks.settle_matches()
    assert table.causes() == ["deal", "clock"]
    assert abs(SweepRun.objects.get().at - _present()) < MINUTE


def test_a_process_that_begins_with_a_wrong_clock_calls_nothing_an_outage(wrong: timedelta) -> None:
    for _ in range(2):
        uptime.record_pulse(now=clocks.now())
        uptime.forget_checks()
    assert not Outage.objects.exists()
    assert abs(Pulse.objects.get().at - _present()) < MINUTE
    assert not uptime.is_site_down(now=clocks.now())


def test_a_clock_that_is_set_right_again_is_trusted_again_and_each_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    right = timezone.now
    for off, said in ((0, 0), (1, 0), (300, 1), (301, 1), (0, 2)):
        monkeypatch.setattr(timezone, "now", lambda off=off: right() + timedelta(seconds=off))
        clocks.adjust_clock()
        assert abs(clocks.now() - right()) < timedelta(seconds=2.5)
        assert len(caplog.records) == said, off
    assert clocks._off == [timedelta()]
    assert "is 300.0 s off the database clock" in caplog.text
    assert clocks.now() <= right() + timedelta(milliseconds=1)


def test_an_answer_of_the_database_that_took_long_is_believed_as_far_as_it_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = timezone.now
    for off, took, trusted in ((0, 9, True), (1, 9, True), (3, 9, False), (300, 9, False), (-300, 9, False)):
        clocks.forget_checks()
        later = iter([right() + timedelta(seconds=off), right() + timedelta(seconds=off + took)])
        monkeypatch.setattr(timezone, "now", lambda later=later: next(later))
        assert (clocks.adjust_clock() == timedelta()) == trusted, off
        monkeypatch.setattr(timezone, "now", lambda off=off: right() + timedelta(seconds=off))
        assert abs(clocks.now() - right()) < timedelta(seconds=6)
