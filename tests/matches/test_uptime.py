"""Tests that no one is penalised for a time in which no one could answer."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.kernel.events import Announced
from apps.kernel.table import PUBLIC
from apps.matches import tasks
from apps.matches.engine import deadlines
from apps.matches.models import Match, Missed, Move, Outage, Pulse, Question
from apps.matches.services import organiser, play, uptime
from tests.concurrency import eventually, together
from tests.database import everything
from tests.factories.matches import FUSE, HOUR, NOW, SECOND, MatchDriver, in_window, new_match
from tests.ports import free_port
from tests.processes import broker, embedded_pages, embedded_worker, environment

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    uptime.beat_if_due(now=NOW)
    return new_match(ada, ben)


def back(at: Any) -> None:
    """Start a process that looks at the clock."""
    uptime.forget_checks()
    uptime.beat_if_due(now=at)


def announced(table: MatchDriver) -> list[Announced]:
    return [fact for fact in table.facts() if isinstance(fact, Announced)]


def test_who_beats_all_the_time_notices_nothing(table: MatchDriver) -> None:
    for seconds in range(0, 400, 2):
        uptime.forget_checks()
        uptime.record_pulse(now=NOW + seconds * SECOND)
    assert not Outage.objects.exists()
    assert Pulse.objects.get().at == NOW + 398 * SECOND


def test_who_is_cut_off_while_it_beats_keeps_nobody_else_from_it(
    table: MatchDriver, django_assert_num_queries: Callable[..., Any]
) -> None:
    """Check that it takes a look and a single statement.

    In a transaction, the row would stay locked until PostgreSQL gives up.
    """
    uptime.forget_checks()
    clock = ["SELECT"] if connection.vendor == "postgresql" else []  # And the time from PostgreSQL.
    with django_assert_num_queries(2 + len(clock)) as asked:
        uptime.record_pulse(now=NOW + 4 * SECOND)
    assert [each["sql"].split()[0] for each in asked.captured_queries] == [*clock, "SELECT", "UPDATE"]
    assert Pulse.objects.get().at == NOW + 4 * SECOND


def test_a_few_beats_left_out_are_no_outage(table: MatchDriver) -> None:
    back(NOW + 10 * SECOND)
    assert not Outage.objects.exists()


def test_however_short_the_pace_an_outage_costs_neither_a_turn_nor_the_time_bank(ada: Any, ben: Any) -> None:
    """Check a free time of 20 s with an outage of 50 s."""
    uptime.beat_if_due(now=NOW)
    quick = {"turn": 20, "matchman": 20, deadlines.TIME_BANK: 15}
    table = new_match(ada, ben, pace=quick)
    back(NOW + 50 * SECOND)
    table.settle(after=50 * SECOND)
    assert not Missed.objects.exists()
    seat = table.ask.seat
    assert table.due(seat) == NOW + 70 * SECOND
    table.now = NOW + 65 * SECOND
    table.lay()
    assert table.chair(seat).time_bank == 15
    assert announced(table) == [Announced(what="outage", seconds=50)]


@pytest.mark.parametrize("name", ["live", "daily", "relaxed", "weekly"])
def test_four_minutes_are_given_back_at_every_pace(ada: Any, ben: Any, name: str) -> None:
    uptime.beat_if_due(now=NOW)
    table = new_match(ada, ben, pace=deadlines.list_preset_paces(FUSE.meta)[name])
    due, seat = table.due(table.ask.seat), table.ask.seat
    back(NOW + 4 * MINUTE)
    table.settle(after=4 * MINUTE)
    assert table.due(seat) == due + 4 * MINUTE
    assert not Missed.objects.exists()


def test_the_first_beat_of_all_is_no_outage(ada: Any, ben: Any) -> None:
    uptime.beat_if_due(now=NOW)
    assert not Outage.objects.exists()


def test_after_an_outage_deadlines_move_by_its_length_and_the_story_says_so(table: MatchDriver) -> None:
    back(NOW + 5 * HOUR)
    table.settle(after=5 * HOUR)
    assert len([move for move in table.moves() if move.cause == "clock"]) == 0
    assert table.match.wake_at == table.due(table.ask.seat) == NOW + 6 * HOUR
    assert announced(table) == [Announced(what="outage", seconds=5 * 3600)]
    assert table.look(observer=PUBLIC).story[0].fact == "outage"


def test_every_match_in_play_is_taken_in_hand_at_once(table: MatchDriver, ada: Any, ben: Any) -> None:
    other = new_match(ada, ben, now=NOW + MINUTE)
    back(NOW + 50 * MINUTE)
    assert play.settle_due(now=NOW + 50 * MINUTE) == 2
    assert table.match.wake_at == NOW + 110 * MINUTE
    assert other.match.wake_at == NOW + 110 * MINUTE, "it began when the house slept already"


def test_an_outage_is_heard_of_once(table: MatchDriver) -> None:
    back(NOW + 5 * HOUR)
    table.now = NOW + 5 * HOUR
    for _ in range(3):
        table.settle()
        uptime.beat_if_due(now=table.now)
    assert len(announced(table)) == 1


def test_two_outages_move_twice(table: MatchDriver) -> None:
    back(NOW + 5 * HOUR)
    back(NOW + 15 * HOUR)
    table.settle(after=15 * HOUR)
    assert table.match.wake_at == NOW + 16 * HOUR
    assert announced(table) == [Announced(what="outage", seconds=15 * 3600)]


def test_who_answers_first_after_an_outage_is_not_too_late(table: MatchDriver) -> None:
    back(NOW + 5 * HOUR)
    table.now = NOW + 5 * HOUR
    table.lay()
    assert table.causes() == ["deal", "house", "seat"]


def test_without_a_beat_a_long_silence_costs_one_default_at_most(table: MatchDriver) -> None:
    table.settle(after=1000 * HOUR)
    assert table.causes() == ["deal", "clock"]


def test_a_match_begun_after_an_outage_has_not_missed_it(table: MatchDriver, ada: Any, ben: Any) -> None:
    back(NOW + 5 * HOUR)
    late = new_match(ada, ben, now=NOW + 5 * HOUR)
    late.settle()
    assert not announced(late)
    assert late.match.wake_at == NOW + 6 * HOUR


def test_a_paused_match_does_not_move_twice(table: MatchDriver) -> None:
    organiser.pause_match(code=table.code, now=NOW)
    back(NOW + 5 * HOUR)
    organiser.resume_match(code=table.code, now=NOW + 5 * HOUR)
    assert table.match.wake_at == NOW + 6 * HOUR
    assert {fact.what for fact in announced(table)} == {"paused", "resumed"}


def test_bots_do_not_sleep_longer_than_the_house(ada: Any) -> None:
    uptime.beat_if_due(now=NOW)
    table = new_match(ada, bots=1)
    if table.ask.seat == 0:
        table.lay()
    back(NOW + 8 * HOUR)
    table.settle(after=8 * HOUR)
    assert table.causes()[-1] == "bot"
    assert table.ask.seat == 0


def test_a_sealed_window_moves_as_a_whole(ada: Any, ben: Any, cleo: Any) -> None:
    uptime.beat_if_due(now=NOW)
    table = in_window(ada, ben, cleo)
    back(NOW + HOUR)
    table.settle(after=HOUR)
    assert {table.due(ask.seat) for ask in table.asks()} == {NOW + HOUR + timedelta(minutes=10)}


@pytest.mark.django_db(transaction=True)
def test_processes_that_come_back_together_record_it_once(ada: Any, ben: Any) -> None:
    uptime.beat_if_due(now=NOW)
    new_match(ada, ben)

    def beat() -> None:
        uptime.forget_checks()
        uptime.beat_if_due(now=NOW + 5 * HOUR)

    assert together(*[beat] * 4) == [None] * 4
    assert Outage.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_first_beats_of_all_may_come_together() -> None:
    def beat() -> None:
        uptime.forget_checks()
        uptime.beat_if_due(now=NOW)

    assert together(*[beat] * 4) == [None] * 4
    assert Pulse.objects.count() == 1


# -- changed clocks ------------------------------------------------------------------------


class Machine:
    """A machine's wall clock and uptime."""

    def __init__(self) -> None:
        self.now, self.on = NOW, 1_000.0

    def wait(self, seconds: float) -> None:
        self.now += seconds * SECOND
        self.on += seconds

    def serve(self, seconds: int) -> None:
        """Serve pages for this number of seconds."""
        for _ in range(seconds // 2):
            self.wait(2)
            uptime.record_pulse(now=self.now)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(uptime, "measure_uptime", lambda: made.on)
    return made


def test_a_clock_set_forward_takes_nobodys_time(machine: Machine, ada: Any, ben: Any) -> None:
    """Check that deadlines move as in an outage. They were set by a clock that was an hour slow."""
    uptime.record_pulse(now=machine.now)
    table = new_match(ada, ben, pace={"turn": 60, "matchman": 60}, now=machine.now)
    machine.wait(2)
    machine.now += HOUR
    uptime.record_pulse(now=machine.now)
    assert Pulse.objects.get().at == machine.now
    table.settle(after=HOUR + 2 * SECOND)
    assert table.causes() == ["deal", "house"]
    assert table.due(table.ask.seat) == NOW + HOUR + 62 * SECOND


def test_a_machine_that_slept_was_closed(machine: Machine) -> None:
    uptime.record_pulse(now=machine.now)
    machine.wait(3600)
    uptime.record_pulse(now=machine.now)
    assert Outage.objects.get().ended_at == NOW + HOUR


def test_a_clock_set_back_harms_nobody(machine: Machine, ada: Any, ben: Any) -> None:
    uptime.record_pulse(now=machine.now)
    new_match(ada, ben)
    before = everything()
    machine.now -= HOUR
    for _ in range(20):
        machine.wait(2)
        uptime.record_pulse(now=machine.now)
        assert not uptime.is_site_down(now=machine.now), "the pulse still says that people can answer"
    assert NOW < Pulse.objects.get().at < NOW + SECOND
    machine.wait(3600)
    uptime.forget_checks()
    uptime.record_pulse(now=machine.now)
    assert Outage.objects.get().began_at < NOW + SECOND
    Outage.objects.all().delete()
    assert before["Question"] == everything()["Question"]


# -- the meaning of a gap ------------------------------------------------------------------


def test_while_no_pages_are_served_silence_is_no_answer(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, ada: Any, ben: Any
) -> None:
    """Check that the running clock settles nothing until people can answer again."""
    monkeypatch.setattr(tasks.clocks, "now", lambda: machine.now)
    uptime.record_pulse(now=machine.now)
    table = new_match(ada, ben, pace={"turn": 20, "matchman": 20})
    for _ in range(50):
        machine.wait(1)
        tasks.settle_matches()
    assert table.causes() == ["deal"]
    uptime.record_pulse(now=machine.now)
    tasks.settle_matches()
    assert table.due(table.ask.seat) == NOW + 70 * SECOND, "served again, it moves the deadline"
    machine.serve(20)
    tasks.settle_matches()
    assert table.causes() == ["deal", "house", "clock"], "served again, it goes on"


def test_while_the_clock_rests_and_pages_are_served_nothing_moves(machine: Machine, ada: Any, ben: Any) -> None:
    uptime.record_pulse(now=machine.now)
    table = new_match(ada, ben, pace={"turn": 60, "matchman": 60})
    machine.serve(80)
    table.settle(after=80 * SECOND)
    assert table.causes() == ["deal", "clock"]


def test_a_long_sweep_is_no_outage_and_takes_nothing_that_lapses_after_the_pages_are_gone(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, ada: Any, ben: Any
) -> None:
    monkeypatch.setattr(tasks.clocks, "now", lambda: machine.now)
    monkeypatch.setattr(tasks, "SWEEP_BATCH_SIZE", 1)
    uptime.record_pulse(now=machine.now)
    tables = [new_match(ada, ben, seed=n, pace={"turn": 20 + 30 * n, "matchman": 20}) for n in range(2)]
    machine.serve(20)
    settle = play.settle_due

    def slow(**words: Any) -> int:
        found = settle(**words)
        machine.wait(40)
        return found

    monkeypatch.setattr(play, "settle_due", slow)
    tasks.settle_matches()
    assert [len(table.moves()) for table in tables] == [2, 1]
    assert not Outage.objects.exists()


def test_whether_it_is_closed_does_not_depend_on_whose_clock_is_right(machine: Machine) -> None:
    """Use the pulse of a machine whose clock is a minute slow."""
    for _ in range(10):
        machine.wait(2)
        uptime.record_pulse(now=machine.now - MINUTE)
        closed = uptime.is_site_down(now=machine.now)
    assert not closed
    machine.wait(6)
    assert uptime.is_site_down(now=machine.now)


def test_the_last_beat_before_an_outage_is_no_sign_of_life_after_it(machine: Machine, table: MatchDriver) -> None:
    """Check a sweep that returns before any page is served and hasn't seen the last beat before the outage."""
    uptime.record_pulse(now=machine.now)
    assert not uptime.is_site_down(now=machine.now)
    machine.wait(2)
    uptime.record_pulse(now=machine.now)
    machine.wait(3600)
    assert uptime.is_site_down(now=machine.now)


@pytest.mark.parametrize(("door", "words"), [("agree", {"what": "pause", "about": "1"}), ("reclaim", {})])
def test_whichever_door_is_taken_first_after_an_outage_it_is_noticed(
    table: MatchDriver, ada: Any, at: Callable[..., Client], door: str, words: dict[str, str]
) -> None:
    now = timezone.now()
    Question.objects.update(opened_at=now - 3 * HOUR, due_at=now - HOUR, lapses_at=now - HOUR)
    Match.objects.update(begun_at=now - 3 * HOUR, wake_at=now - HOUR)
    Move.objects.update(at=now - 3 * HOUR)
    Pulse.objects.update(at=now - 2 * HOUR)
    uptime.forget_checks()
    at(ada).post(f"/m/{table.code}/{door}/", words)
    assert Outage.objects.count() == 1
    assert not Move.objects.filter(cause="clock").exists()


def test_a_house_that_was_never_open_is_not_closed() -> None:
    """Check a site that has never served pages, such as one whose bots play among themselves."""
    assert not uptime.is_site_down(now=NOW)


def test_the_pulse_is_written_every_few_seconds_at_most(table: MatchDriver, django_assert_num_queries: Any) -> None:
    back(NOW + MINUTE)
    with django_assert_num_queries(0):
        for seconds in range(5):
            uptime.beat_if_due(now=NOW + MINUTE + seconds * SECOND)
    with django_assert_num_queries(2 if connection.vendor == "postgresql" else 1):  # And the time from PostgreSQL.
        uptime.record_pulse(now=NOW + MINUTE + SECOND)


# -- with real processes -------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_house_that_stood_still_takes_nobodys_turn(ada: Any, ben: Any, tmp_path: Path) -> None:
    """Stop pages and clock while a question expires, then resume them."""
    env = environment(tmp_path, broker=broker()) | {"SLOWFUSE_OUTAGE_SECONDS": "5"}
    table = new_match(ada, ben, now=timezone.now())
    other = new_match(ada, ben, seed=2, now=timezone.now())
    with embedded_pages(free_port(), env) as web, embedded_worker(env) as worker:
        lapse(other, 0)
        eventually(lambda: Pulse.objects.exists() and len(other.moves()) == 2, "both are at work")
        at = lapse(table, 3)
        for process in (web, worker):
            process.send_signal(signal.SIGSTOP)
        time.sleep(7)
        for process in (worker, web):
            process.send_signal(signal.SIGCONT)
        eventually(lambda: bool(announced(table)), "the match has heard of it")
    gap = Outage.objects.get().ended_at - Outage.objects.get().began_at
    assert 7 * SECOND <= gap < 12 * SECOND
    assert table.due(table.ask.seat) == at + gap
    assert not Missed.objects.filter(match=table.match).exists()


def lapse(table: MatchDriver, seconds: float) -> datetime:
    """Make the open question expire in this number of seconds, and return the time."""
    at = timezone.now() + seconds * SECOND
    Question.objects.filter(match=table.match).update(due_at=at, lapses_at=at)
    Match.objects.filter(code=table.code).update(wake_at=at)
    return at
