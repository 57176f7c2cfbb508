"""Tests that no one loses a table because the server was down."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from apps.matches.models import Outage, Question
from apps.matches.services.uptime import forget_checks, record_pulse
from apps.tournaments import tasks
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Pod, Tournament
from apps.tournaments.services import lifecycle
from tests.factories.tournaments import NOON, begun, log, look

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
ONCE = Swiss(1, 4, 3)


def asleep(begins: float, ends: float) -> None:
    Outage.objects.create(began_at=NOON + begins * HOUR, ended_at=NOON + ends * HOUR)


def ends(of: Tournament) -> set[float]:
    return {(at - NOON) / HOUR for at in Pod.objects.values_list("ends_at", flat=True) if at}


def test_tables_have_the_time_back_in_which_nobody_watched_the_clock(player: Any) -> None:
    cup, _who = begun(ONCE, player=player, round_hours=10)
    asleep(4, 16)
    for _look in range(2):
        look(cup, now=NOON + 16 * HOUR)
    assert cup.status == Tournament.Status.RUNNING
    assert ends(cup) == {22}
    assert cup.rounds.get().ends_at == NOON + 22 * HOUR
    assert log(cup).count("asleep") == 1
    look(cup, now=NOON + 22 * HOUR)
    assert cup.status == Tournament.Status.OVER


def test_what_was_over_before_is_not_moved(player: Any) -> None:
    cup, _who = begun(ONCE, player=player, round_hours=10)
    asleep(11, 12)
    look(cup, now=NOON + 12 * HOUR)
    assert ends(cup) == {10}
    assert cup.status == Tournament.Status.OVER


def test_outages_before_a_round_began_do_not_count_for_it(player: Any) -> None:
    asleep(-5, -1)
    cup, _who = begun(ONCE, player=player, round_hours=10)
    look(cup)
    assert ends(cup) == {10}


def test_a_pause_and_an_outage_are_not_counted_twice(player: Any) -> None:
    cup, _who = begun(ONCE, player=player, round_hours=10)
    lifecycle.pause_tournament(code=cup.code, by=None, now=NOON + 2 * HOUR)
    asleep(3, 8)
    lifecycle.resume_tournament(code=cup.code, by=None, now=NOON + 9 * HOUR)
    look(cup, now=NOON + 9 * HOUR)
    assert ends(cup) == {17}


def test_an_outage_before_a_pause_is_counted_before_it(player: Any) -> None:
    cup, _who = begun(ONCE, player=player, round_hours=10)
    asleep(1, 3)
    lifecycle.pause_tournament(code=cup.code, by=None, now=NOON + 4 * HOUR)
    lifecycle.resume_tournament(code=cup.code, by=None, now=NOON + 5 * HOUR)
    assert ends(cup) == {13}


def test_a_few_seconds_are_called_a_moment(player: Any) -> None:
    cup, _who = begun(ONCE, player=player, round_hours=10)
    asleep(4, 4 + 20 / 3600)
    look(cup, now=NOON + 5 * HOUR)
    assert ends(cup) == {10 + 20 / 3600}
    assert [what for what in log(cup) if what in ("asleep", "closed-briefly")] == ["closed-briefly"]


def test_while_no_pages_are_served_no_table_is_ended(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cup, _who = begun(ONCE, player=player, round_hours=10)
    forget_checks()
    record_pulse(now=NOON)
    monkeypatch.setattr(tasks.clocks, "now", lambda: NOON + 20 * HOUR)
    tasks.look_after_tournaments()
    cup.refresh_from_db()
    assert ends(cup) == {10}
    forget_checks()
    record_pulse(now=NOON + 20 * HOUR)
    tasks.look_after_tournaments()
    forget_checks()
    cup.refresh_from_db()
    assert cup.status == Tournament.Status.RUNNING
    assert ends(cup) == {30}
    assert Question.objects.filter(duty=True).exists()
