"""Tests that a pause gives back the time left, counted with everyone's rests, against an oracle of every minute."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from apps.kernel.game import AnyAsk, Ask
from apps.kernel.table import Seat
from apps.matches.engine import deadlines
from apps.matches.engine.availability import MINUTES_A_DAY, Availability, Span
from apps.matches.engine.clock import Clock
from apps.matches.models import Chair, Match
from apps.matches.services import availability, organiser, play
from tests.factories.matches import new_match
from tests.matches.test_availability_engine import MINUTE, instants, quiets, resting_minutes
from tests.matches.test_deadlines import DAILY, EVENING, RESERVED, due, sleeps, whose

ADA, BEN = 1, 2


def clock(rests: dict[int, Availability], minutes: int, *, time_bank: int = 0) -> Clock:
    match = Match(
        status=Match.Status.PLAYING, pace={"turn": minutes * 60, deadlines.TIME_BANK: time_bank}, vacations=True
    )
    chairs = [Chair(index=index, player_id=player, time_bank=time_bank) for index, player in enumerate((ADA, BEN))]
    return Clock(match, chairs, {}, rests)


def ask(seat: int) -> AnyAsk:
    return Ask(seat=Seat(seat), key="turn:1", about="turn", default=None)


def paused(held: Clock, since: datetime, until: datetime, rests: dict[int, Availability]) -> None:
    """Pause and resume as `running` does; rests that become known meanwhile count after resuming."""
    held.set_deadlines(held.timing.hold_vacations(since), since)
    held.set_deadlines(held.timing.stop(since), since)
    held.match.status = Match.Status.PAUSED
    held.availabilities = rests
    held.match.status = Match.Status.PLAYING
    held.set_deadlines(held.timing.resume(since, until).deadlines, until)
    held.set_deadlines(held.timing.hold_vacations(until), until)


@given(instants, st.data())
@settings(max_examples=120, deadline=None)
def test_what_was_left_at_a_pause_is_counted_as_who_looks_every_minute_counts_it(
    start: datetime, data: st.DataObject
) -> None:
    def vacation(since: int) -> Span:
        begins, lasts = since + data.draw(st.integers(0, 4000)), data.draw(st.integers(1, 3000))
        return start + begins * MINUTE, start + (begins + lasts) * MINUTE

    quiet = data.draw(quiets(start))
    minutes = data.draw(st.integers(60, 2 * MINUTES_A_DAY))
    known = (vacation(data.draw(st.sampled_from([-3000, 0]))),) if data.draw(st.booleans()) else ()
    held = clock({ADA: Availability(quiet, known)}, minutes)
    held.open_question(ask(0), held.timing, start)
    question = held.questions[0, "turn:1"]
    since = start + data.draw(st.integers(0, 3000)) * MINUTE
    assume(since < question.due_at)
    length = data.draw(st.integers(1, 5000))
    until = since + length * MINUTE
    called_off = known and known[0][0] > since and data.draw(st.booleans())
    later = () if called_off else known
    if not later and data.draw(st.booleans()):  # Planned vacations never adjoin.
        later = (vacation((since - start) // MINUTE),)
    paused(held, since, until, {ADA: Availability(quiet, later)})

    early = 3 * 60
    walk = [start + n * MINUTE for n in range(-early, (question.due_at - start) // MINUTE + early)]
    awake = [minute for minute, rests in zip(walk, resting_minutes(quiet, list(later), walk), strict=True) if not rests]
    counted = [minute for minute in awake if start <= minute < since or minute >= until]
    assert question.due_at == question.lapses_at == counted[minutes - 1] + MINUTE


def test_a_window_is_not_longer_after_a_pause_because_others_slept_before() -> None:
    asleep = Availability(vacations=((EVENING + timedelta(hours=1), EVENING + timedelta(days=5)),))
    held = clock({ADA: asleep}, 120)
    for seat in (0, 1):
        held.open_question(ask(seat), held.timing, EVENING)
    held.set_deadlines(held.timing.align_windows(["turn:1"]), EVENING)
    assert {one.due_at for one in held.questions.values()} == {EVENING + timedelta(days=5, hours=1)}
    since, until = EVENING + timedelta(minutes=30), EVENING + timedelta(days=9)
    paused(held, since, until, {ADA: asleep})
    assert {one.due_at for one in held.questions.values()} == {until + timedelta(minutes=90)}


pytestmark = pytest.mark.django_db


def test_a_vacation_that_a_pause_covers_gives_no_time_of_its_own(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    availability.plan_vacation(
        player=whose(table, ada, ben).pk, since=date(2026, 6, 2), until=date(2026, 6, 4), now=EVENING
    )
    midnight = datetime(2026, 6, 5, tzinfo=UTC)
    assert due(table).due_at == midnight + timedelta(hours=2)
    organiser.pause_match(code=table.code, now=EVENING + timedelta(hours=1))
    organiser.resume_match(code=table.code, now=midnight + timedelta(days=2))
    assert due(table).due_at == midnight + timedelta(days=2, hours=5)


def test_a_vacation_planned_or_called_off_during_a_pause_counts_when_it_goes_on(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    who, noon = whose(table, ada, ben).pk, datetime(2026, 6, 10, 12, tzinfo=UTC)
    organiser.pause_match(code=table.code, now=EVENING + timedelta(hours=1))
    availability.plan_vacation(
        player=who, since=date(2026, 6, 2), until=date(2026, 6, 3), now=EVENING + timedelta(hours=2)
    )
    availability.plan_vacation(player=who, since=date(2026, 6, 11), until=date(2026, 6, 12), now=noon)
    availability.plan_vacation(player=who, since=date(2026, 6, 20), until=date(2026, 6, 22), now=noon)
    availability.cancel_planned_vacation(player=who, begins_at=datetime(2026, 6, 20, tzinfo=UTC), now=noon)
    organiser.resume_match(code=table.code, now=datetime(2026, 6, 10, 22, tzinfo=UTC))
    play.settle_match(code=table.code, now=datetime(2026, 6, 10, 22, 30, tzinfo=UTC))
    assert due(table).due_at == datetime(2026, 6, 13, 3, tzinfo=UTC)


def test_nights_are_those_after_the_pause(ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        sleeps(player, 22, 6)
    table = new_match(ada, ben, pace=DAILY, now=EVENING)
    assert due(table).due_at == EVENING + timedelta(hours=14)
    organiser.pause_match(code=table.code, now=EVENING + timedelta(hours=1))
    organiser.resume_match(code=table.code, now=EVENING + timedelta(hours=11))
    assert due(table).due_at == EVENING + timedelta(hours=16), "five hours, from seven in the morning"


def test_who_drew_on_their_time_bank_before_a_pause_has_the_rest_of_it_after(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=RESERVED, now=EVENING)
    seat = table.ask.seat
    organiser.pause_match(code=table.code, now=EVENING + timedelta(minutes=90))
    late = EVENING + timedelta(days=2)
    organiser.resume_match(code=table.code, now=late)
    assert (due(table).due_at, due(table).lapses_at) == (late, late + timedelta(minutes=90))
    assert Chair.objects.get(match=table.match, index=seat).time_bank == 5400
    table.now = late + timedelta(minutes=30)
    table.lay()
    assert Chair.objects.get(match=table.match, index=seat).time_bank == 5400 - 1800 + 600
