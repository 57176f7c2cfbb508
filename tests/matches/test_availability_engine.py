"""Tests of quiet hours and vacations against an oracle that looks at the clock every minute."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from apps.matches.engine import availability, deadlines
from apps.matches.engine.availability import Availability, QuietHours

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu", "America/Santiago")
MINUTE = timedelta(minutes=1)

BERLIN = "Europe/Berlin"
SPRING = datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
"""The time when in Berlin 2:00 becomes 3:00."""
AUTUMN = datetime(2026, 10, 25, 1, 0, tzinfo=UTC)
"""The time when in Berlin 3:00 becomes 2:00."""


def at(text: str, zone: str = BERLIN, fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


# --- The oracle: what the wall clock shows, minute by minute --------------------------------------------------------


def between(clock: int, begins: int, ends: int) -> bool:
    return begins <= clock < ends if begins < ends else clock >= begins or clock < ends


def sleep_minutes(begins: int | None, ends: int | None, zone: str, minutes: list[datetime]) -> list[bool]:
    """Return for each minute whether the clock shows quiet hours, including a repeated hour in between."""
    if begins is None or ends is None or begins == ends:
        return [False] * len(minutes)
    there = ZoneInfo(zone)
    walls = [minute.astimezone(there) for minute in minutes]
    clocks = [wall.hour * 60 + wall.minute for wall in walls]
    asleep = [between(clock, begins, ends) for clock in clocks]
    offsets = [wall.utcoffset() or timedelta() for wall in walls]
    for n, (before, after) in enumerate(pairwise(offsets), 1):
        if before > after:  # The clock was put back, so the minutes around are shown twice.
            width = (before - after) // MINUTE
            first, second = range(max(n - width, 0), n), range(n, min(n + width, len(minutes)))
            for edge in (begins, ends):
                for one, other in zip(first, second, strict=False):
                    if clocks[one] == edge:
                        asleep[one:other] = [True] * (other - one)
    return asleep


def resting_minutes(quiet: QuietHours, vacations: list[availability.Span], minutes: list[datetime]) -> list[bool]:
    old = sleep_minutes(quiet.begins, quiet.ends, quiet.zone, minutes)
    new = sleep_minutes(quiet.next_begins, quiet.next_ends, quiet.zone, minutes)
    changes = quiet.changes_at
    return [
        (o if changes is None or minute < changes else n) or any(b <= minute < e for b, e in vacations)
        for o, n, minute in zip(old, new, minutes, strict=True)
    ]


quarters = st.integers(0, 95).map(lambda quarter: quarter * 15)
hours = st.one_of(
    st.just((None, None)),
    st.tuples(quarters, st.integers(1, 36)).map(
        lambda pair: (pair[0], (pair[0] + 15 * pair[1]) % availability.MINUTES_A_DAY)
    ),
)
instants = st.one_of(
    st.integers(0, 365 * availability.MINUTES_A_DAY).map(lambda n: datetime(2026, 1, 1, tzinfo=UTC) + n * MINUTE),
    st.tuples(
        st.sampled_from(
            [SPRING, AUTUMN, *(datetime(2026, m, d, h, tzinfo=UTC) for m, d, h in
             [(3, 8, 7), (11, 1, 6), (4, 4, 15), (10, 3, 15), (4, 5, 3), (9, 6, 4)])]
        ),
        st.integers(-40 * 60, 20 * 60),
    ).map(lambda pair: pair[0] + pair[1] * MINUTE),
)  # fmt: skip


@st.composite
def quiets(draw: st.DrawFn, around: datetime) -> QuietHours:
    begins, ends = draw(hours)
    if draw(st.booleans()):
        return QuietHours(begins, ends, zone=draw(st.sampled_from(ZONES)))
    later, until = draw(hours)
    changes_at = around + draw(st.integers(-2 * availability.MINUTES_A_DAY, 3 * availability.MINUTES_A_DAY)) * MINUTE
    return QuietHours(begins, ends, later, until, changes_at, draw(st.sampled_from(ZONES)))


@st.composite
def cases(draw: st.DrawFn) -> tuple[QuietHours, list[availability.Span], datetime, int]:
    start = draw(instants)
    vacations = []
    for begins, lasts in draw(st.lists(st.tuples(st.integers(-3000, 6000), st.integers(1, 1500)), max_size=3)):
        vacations.append((start + begins * MINUTE, start + (begins + lasts) * MINUTE))
    return draw(quiets(start)), vacations, start, draw(st.integers(0, 2 * availability.MINUTES_A_DAY))


@given(cases())
@settings(max_examples=100, deadline=None)
@example((QuietHours(22 * 60, 150, zone=BERLIN), [], AUTUMN - timedelta(hours=5), 600))
@example((QuietHours(135, 165, zone=BERLIN), [], AUTUMN - timedelta(hours=2), 120))
@example((QuietHours(135, 165, zone=BERLIN), [], SPRING - timedelta(hours=2), 300))
def test_waking_time_is_what_somebody_counts_who_looks_every_minute(
    case: tuple[QuietHours, list[availability.Span], datetime, int],
) -> None:
    quiet, vacations, start, minutes = case
    found = availability.advance_while_awake(quiet, vacations, start, minutes * 60)
    early = 3 * 60  # The walk must include any clock change shortly before and after.
    walk = [start + n * MINUTE for n in range(-early, (found - start) // MINUTE + early)]
    awake = [minute for minute, rests in zip(walk, resting_minutes(quiet, vacations, walk), strict=True) if not rests]
    counted = [minute for minute in awake if minute >= start]
    expected = start if minutes == 0 else counted[minutes - 1] + MINUTE
    assert found == expected


@given(instants, st.data())
@settings(max_examples=100, deadline=None)
def test_one_sleeps_until_the_first_minute_in_which_one_does_not(start: datetime, data: st.DataObject) -> None:
    quiet = data.draw(quiets(start))
    walk = [start + n * MINUTE for n in range(-180, 2 * availability.MINUTES_A_DAY)]
    asleep = resting_minutes(quiet, [], walk)[180:]
    expected = next(minute for minute, rests in zip(walk[180:], asleep, strict=True) if not rests)
    assert availability.find_wake_up(quiet, start) == (expected if asleep[0] else None)


# --- Nights with known dates ----------------------------------------------------------------------------------------


def test_a_night_across_midnight_is_waited_out() -> None:
    quiet = QuietHours(22 * 60, 7 * 60, zone=BERLIN)
    assert availability.advance_while_awake(quiet, [], at("2026-07-01 21:00"), 2 * 3600) == at("2026-07-02 08:00")
    assert availability.find_wake_up(quiet, at("2026-07-01 23:30")) == at("2026-07-02 07:00")
    assert availability.find_wake_up(quiet, at("2026-07-02 07:00")) is None
    assert availability.find_wake_up(quiet, at("2026-07-01 22:00")) == at("2026-07-02 07:00")


def test_time_that_runs_out_as_the_night_begins_is_not_carried_over() -> None:
    quiet = QuietHours(22 * 60, 7 * 60, zone=BERLIN)
    assert availability.advance_while_awake(quiet, [], at("2026-07-01 21:00"), 3600) == at("2026-07-01 22:00")
    assert availability.advance_while_awake(quiet, [], at("2026-07-01 21:00"), 3600.5) == at(
        "2026-07-02 07:00"
    ) + timedelta(seconds=0.5)


def test_a_clock_put_back_wakes_nobody() -> None:
    quiet = QuietHours(22 * 60, 150, zone=BERLIN)
    assert availability.find_wake_up(quiet, at("2026-10-24 23:00")) == at("2026-10-25 02:30", fold=1)
    quarter = QuietHours(135, 165, zone=BERLIN)
    assert availability.find_wake_up(quarter, at("2026-10-25 02:20")) == at("2026-10-25 02:45", fold=1)


def test_a_time_the_clock_skips_is_the_instant_of_the_skip() -> None:
    assert availability.find_wake_up(QuietHours(23 * 60, 150, zone=BERLIN), at("2026-03-29 01:00")) == SPRING
    assert availability.find_wake_up(QuietHours(150, 420, zone=BERLIN), SPRING - timedelta(seconds=1)) is None
    assert availability.find_wake_up(QuietHours(150, 420, zone=BERLIN), SPRING) == at("2026-03-29 07:00")
    whole = availability.list_nights(QuietHours(135, 165, zone=BERLIN), at("2026-03-28 12:00"))
    assert next(whole)[0] == at("2026-03-30 02:15"), "a night between two skipped times does not exist"


def test_a_clock_changed_by_half_an_hour_is_one_like_any_other() -> None:
    lord_howe, spring = "Australia/Lord_Howe", datetime(2026, 10, 3, 15, 30, tzinfo=UTC)
    assert availability.find_wake_up(QuietHours(23 * 60, 135, zone=lord_howe), spring - MINUTE) == spring


def test_a_day_that_a_country_left_out_has_no_night_of_its_own() -> None:
    quiet = QuietHours(60, 120, zone="Pacific/Apia")
    found = availability.list_nights(quiet, datetime(2011, 12, 29, 20, tzinfo=UTC))
    assert [begins.astimezone(ZoneInfo("Pacific/Apia")).day for begins, _ends in (next(found), next(found))] == [31, 1]


def test_a_change_cuts_the_night_it_falls_into() -> None:
    changes_at = at("2026-07-02 03:00")
    quiet = QuietHours(22 * 60, 7 * 60, None, None, changes_at, BERLIN)
    assert availability.find_wake_up(quiet, at("2026-07-01 23:00")) == changes_at
    longer = QuietHours(22 * 60, 5 * 60, 60, 8 * 60, changes_at, BERLIN)
    assert availability.find_wake_up(longer, at("2026-07-01 23:00")) == at("2026-07-02 08:00"), (
        "two nights in a row are one"
    )


def test_nobody_without_quiet_hours_ever_sleeps() -> None:
    now = at("2026-07-01 03:00")
    assert availability.find_wake_up(availability.NO_QUIET_HOURS, now) is None
    assert availability.advance_while_awake(availability.NO_QUIET_HOURS, [], now, 90) == now + timedelta(seconds=90)


def test_a_zone_this_machine_has_lost_is_utc() -> None:
    assert (
        availability.find_wake_up(QuietHours(0, 60, zone="Atlantis/Deep"), datetime(2026, 7, 1, 0, 30, tzinfo=UTC))
        is not None
    )


# --- Changing one's mind ---------------------------------------------------------------------------------------------


def test_a_change_waits_a_day_and_then_is_how_it_is() -> None:
    now = at("2026-07-01 12:00")
    quiet = availability.schedule_quiet_hours(availability.NO_QUIET_HOURS, 60, 120, now)
    assert (quiet.begins, quiet.next_begins, quiet.changes_at) == (None, 60, now + timedelta(days=1))
    assert availability.apply_due_change(quiet, now + timedelta(days=1)) == QuietHours(60, 120)
    assert availability.schedule_quiet_hours(quiet, None, None, now) == availability.NO_QUIET_HOURS, (
        "taken back before it counted"
    )


@given(instants, hours, st.sampled_from(ZONES), st.sampled_from(ZONES))
@settings(max_examples=200, deadline=None)
def test_who_moves_to_another_zone_does_not_fall_asleep_by_it(
    now: datetime, chosen: tuple[int | None, int | None], old: str, new: str
) -> None:
    quiet = QuietHours(*chosen, zone=old)
    moved = availability.move_quiet_hours(quiet, new, now)
    assert (
        availability.find_wake_up(moved, now + MINUTE) is None
        or availability.find_wake_up(quiet, now + MINUTE) is not None
        or _near(now)
    )
    later = availability.apply_due_change(moved, now + availability.QUIET_CHANGE_NOTICE)
    assert (later.begins, later.ends, later.zone) == (*chosen, new)


def _near(now: datetime) -> bool:
    """Return whether a clock changes within a day, which can shift nights by an hour."""
    day, zones = timedelta(days=1), [ZoneInfo(zone) for zone in ZONES]
    return any((now - day).astimezone(zone).utcoffset() != (now + day).astimezone(zone).utcoffset() for zone in zones)


# --- Vacations -------------------------------------------------------------------------------------------------------


def test_every_day_a_vacation_touches_counts_once() -> None:
    spans = [(at("2026-07-01 23:30"), at("2026-07-03 00:00")), (at("2026-07-02 12:00"), at("2026-07-02 13:00"))]
    assert availability.list_vacation_days(spans, BERLIN) == {date(2026, 7, 1), date(2026, 7, 2)}
    assert date(2026, 7, 3) in availability.list_vacation_days(spans, "Asia/Tokyo")


def test_days_in_a_row_are_counted_in_both_directions() -> None:
    taken = frozenset(date(2026, 7, day) for day in (1, 2, 3, 5))
    assert [availability.in_a_row(taken, date(2026, 7, day)) for day in (2, 4, 5)] == [3, 0, 1]


@pytest.mark.parametrize(("zone", "hour"), [(BERLIN, 22), ("UTC", 24)])
def test_a_day_is_over_at_midnight_there(zone: str, hour: int) -> None:
    assert availability.midnight_after(date(2026, 7, 1), zone) == datetime(2026, 7, 1, tzinfo=UTC) + timedelta(
        hours=hour
    )


def test_one_is_away_until_the_last_of_ones_vacations_ends() -> None:
    now = at("2026-07-01 12:00")
    assert availability.find_vacation_end([(now, now + MINUTE), (now - MINUTE, now)], now) == now + MINUTE
    assert availability.find_vacation_end([(now + MINUTE, now + 2 * MINUTE)], now) is None


# --- Questions to players on vacation -------------------------------------------------------------------------------

DAY = timedelta(days=1)
PACE = {"turn": 24 * 3600}


def held(due_at: datetime, lapses_at: datetime | None = None, *, begins: timedelta, ends: timedelta) -> datetime | None:
    """Return the new deadline of a day-long question opened at `SPRING`."""
    vacation = (SPRING + begins, SPRING + ends)
    return deadlines.compute_vacation_deadline(
        pace=PACE, about="turn", opened_at=SPRING, due_at=due_at, lapses_at=lapses_at or due_at,
        rest=Availability(vacations=(vacation,)), vacation=vacation,
    )  # fmt: skip


def test_what_was_left_when_a_vacation_began_is_left_when_it_ends() -> None:
    assert held(SPRING + DAY, begins=DAY / 4, ends=3 * DAY) == SPRING + 3.75 * DAY


def test_a_question_that_had_lapsed_before_a_vacation_waits_for_nobody() -> None:
    assert held(SPRING + DAY, begins=DAY, ends=3 * DAY) is None


def test_a_question_that_was_due_before_a_vacation_stays_due_and_only_the_time_bank_waits() -> None:
    assert held(SPRING + DAY, SPRING + 2 * DAY, begins=1.5 * DAY, ends=3 * DAY) == SPRING + DAY


def test_a_vacation_within_the_time_for_an_answer_is_added_to_it_once() -> None:
    assert held(SPRING + DAY, begins=DAY / 4, ends=DAY / 2) == SPRING + 1.25 * DAY
    assert held(SPRING + 1.25 * DAY, begins=DAY / 4, ends=DAY / 2) is None
