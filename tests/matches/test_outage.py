"""A time in which nobody watched the clock is nobody's fault."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from apps.kernel.events import Announced
from apps.kernel.table import PUBLIC
from apps.matches import organise, play, watch
from apps.matches.models import Outage, Pulse
from tests.matches.table import HOUR, NOW, SECOND, Table, deal, everything, in_window, together

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def table(ada: Any, ben: Any) -> Table:
    watch.beat(now=NOW)
    return deal(ada, ben)


def back(at: Any) -> None:
    """A process starts and looks at the clock."""
    watch.forget()
    watch.beat(now=at)


def announced(table: Table) -> list[Announced]:
    return [fact for fact in table.facts() if isinstance(fact, Announced)]


def test_who_watches_all_the_time_notices_nothing(table: Table) -> None:
    for minutes in range(200):
        watch.beat(now=NOW + minutes * MINUTE)
    assert not Outage.objects.exists()
    assert Pulse.objects.get().at >= NOW + 198 * MINUTE


def test_a_short_nap_is_no_outage(table: Table) -> None:
    back(NOW + 5 * MINUTE)
    assert not Outage.objects.exists()


def test_the_first_beat_of_all_is_no_outage(ada: Any, ben: Any) -> None:
    watch.beat(now=NOW)
    assert not Outage.objects.exists()


def test_after_an_outage_deadlines_move_by_its_length_and_the_story_says_so(table: Table) -> None:
    back(NOW + 5 * HOUR)
    table.settle(after=5 * HOUR)
    assert len([move for move in table.moves() if move.cause == "clock"]) == 0
    assert table.match.wake_at == table.due(table.ask.seat) == NOW + 6 * HOUR
    assert announced(table) == [Announced(what="outage", seconds=5 * 3600)]
    assert table.look(observer=PUBLIC).story[0].template == "matches/story/outage.html"


def test_every_match_in_play_is_taken_in_hand_at_once(table: Table, ada: Any, ben: Any) -> None:
    other = deal(ada, ben, now=NOW + MINUTE)
    back(NOW + 50 * MINUTE)
    assert play.settle_due(now=NOW + 50 * MINUTE) == 2
    assert table.match.wake_at == NOW + 110 * MINUTE
    assert other.match.wake_at == NOW + 110 * MINUTE, "it began when the house slept already"


def test_an_outage_is_heard_of_once(table: Table) -> None:
    back(NOW + 5 * HOUR)
    table.now = NOW + 5 * HOUR
    for _ in range(3):
        table.settle()
        watch.beat(now=table.now)
    assert len(announced(table)) == 1


def test_two_outages_move_twice(table: Table) -> None:
    back(NOW + 5 * HOUR)
    back(NOW + 15 * HOUR)
    table.settle(after=15 * HOUR)
    assert table.match.wake_at == NOW + 16 * HOUR
    assert announced(table) == [Announced(what="outage", seconds=15 * 3600)]


def test_who_answers_first_after_an_outage_is_not_too_late(table: Table) -> None:
    back(NOW + 5 * HOUR)
    table.now = NOW + 5 * HOUR
    table.lay()
    assert [move.cause for move in table.moves()] == ["deal", "house", "seat"]


def test_without_a_beat_a_long_silence_costs_one_default_at_most(table: Table) -> None:
    table.settle(after=1000 * HOUR)
    assert [move.cause for move in table.moves()] == ["deal", "clock"]


def test_a_match_begun_after_an_outage_has_not_missed_it(table: Table, ada: Any, ben: Any) -> None:
    back(NOW + 5 * HOUR)
    late = deal(ada, ben, now=NOW + 5 * HOUR)
    late.settle()
    assert not announced(late)
    assert late.match.wake_at == NOW + 6 * HOUR


def test_a_paused_match_does_not_move_twice(table: Table) -> None:
    organise.pause(code=table.code, now=NOW)
    back(NOW + 5 * HOUR)
    organise.resume(code=table.code, now=NOW + 5 * HOUR)
    assert table.match.wake_at == NOW + 6 * HOUR
    assert {fact.what for fact in announced(table)} == {"paused", "resumed"}


def test_bots_do_not_sleep_longer_than_the_house(ada: Any) -> None:
    watch.beat(now=NOW)
    table = deal(ada, bots=1)
    if table.ask.seat == 0:
        table.lay()
    back(NOW + 8 * HOUR)
    table.settle(after=8 * HOUR)
    assert [move.cause for move in table.moves()][-1] == "bot"
    assert table.ask.seat == 0


def test_a_sealed_window_moves_as_a_whole(ada: Any, ben: Any, cleo: Any) -> None:
    watch.beat(now=NOW)
    table = in_window(ada, ben, cleo)
    back(NOW + HOUR)
    table.settle(after=HOUR)
    assert {table.due(ask.seat) for ask in table.asks()} == {NOW + HOUR + timedelta(minutes=10)}


@pytest.mark.django_db(transaction=True)
def test_processes_that_come_back_together_record_it_once(ada: Any, ben: Any) -> None:
    watch.beat(now=NOW)
    deal(ada, ben)

    def beat() -> None:
        watch.forget()
        watch.beat(now=NOW + 5 * HOUR)

    assert together(*[beat] * 4) == [None] * 4
    assert Outage.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_first_beats_of_all_may_come_together() -> None:
    def beat() -> None:
        watch.forget()
        watch.beat(now=NOW)

    assert together(*[beat] * 4) == [None] * 4
    assert Pulse.objects.count() == 1


def test_a_clock_that_goes_back_a_little_harms_nobody(table: Table) -> None:
    before = everything()
    back(NOW - HOUR)
    assert Pulse.objects.get().at == NOW
    assert everything() == before


def test_the_pulse_is_written_once_a_minute_at_most(table: Table, django_assert_num_queries: Any) -> None:
    back(NOW + MINUTE)
    with django_assert_num_queries(0):
        for seconds in range(60):
            watch.beat(now=NOW + MINUTE + seconds * SECOND)
