"""Tests of recurring tournaments."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.tournaments.models import Guest, Organiser, Series, Tournament
from apps.tournaments.services import entries, lifecycle, scheduler, series
from apps.tournaments.services.series import compute_next_start
from tests.concurrency import together
from tests.factories.tournaments import NOON, bots, tournament

BERLIN = ZoneInfo("Europe/Berlin")
WEEK, DAY = timedelta(days=7), timedelta(days=1)
WEEKLY = {"name": "Monday Cup", "every": "week"}


def starts(every: str, start: datetime, count: int, nth: int = 1, zone: str = "Europe/Berlin") -> list[str]:
    row, found = Series(every=every, nth=nth, time_zone=zone), []
    for _next in range(count):
        start = compute_next_start(row, start.astimezone(UTC))
        found.append(f"{start.astimezone(BERLIN):%Y-%m-%d %H:%M}")
    return found


def test_every_week_is_at_the_same_hour_of_the_clock_in_summer_and_in_winter() -> None:
    assert starts("week", datetime(2026, 3, 22, 20, tzinfo=BERLIN), 2) == ["2026-03-29 20:00", "2026-04-05 20:00"]
    assert starts("week", datetime(2026, 10, 18, 20, tzinfo=BERLIN), 2) == ["2026-10-25 20:00", "2026-11-01 20:00"]


def test_the_second_tuesday_of_every_month_over_the_year() -> None:
    start = datetime(2026, 11, 10, 19, 30, tzinfo=BERLIN)
    assert starts("month", start, 3, 2) == ["2026-12-08 19:30", "2027-01-12 19:30", "2027-02-09 19:30"]


def test_the_last_friday_may_be_the_fourth_or_the_fifth() -> None:
    """Check January 2026, which has five Fridays."""
    start = datetime(2025, 12, 26, 18, tzinfo=BERLIN)
    assert starts("month", start, 3, -1) == ["2026-01-30 18:00", "2026-02-27 18:00", "2026-03-27 18:00"]


def test_a_fifth_that_does_not_exist_is_the_last() -> None:
    start = datetime(2026, 1, 30, 18, tzinfo=BERLIN)
    assert starts("month", start, 1, 5) == ["2026-02-27 18:00"]


def test_a_zone_that_does_not_exist_any_more_is_utc() -> None:
    assert compute_next_start(Series(every="week", time_zone="Europe/Atlantis"), NOON) == NOON + WEEK


@pytest.mark.django_db
def test_the_next_one_is_made_opened_and_like_the_last_one(ada: Any, ben: Any) -> None:
    cup = tournament(series=Series.objects.create(**WEEKLY), by=ada, most=12, invited_only=True, fixed=True)
    Organiser.objects.create(tournament=cup, player=ben, helper=True)
    entries.invite_players(code=cup.code, players=[ben], now=NOON - DAY)
    scheduler.advance_tournaments(now=NOON - timedelta(seconds=1))
    assert Tournament.objects.count() == 1
    for _look in range(3):
        scheduler.advance_tournaments(now=NOON)
    new = Tournament.objects.exclude(pk=cup.pk).get()
    cup.refresh_from_db()
    assert (new.status, new.starts_at, new.most, new.plan) == ("open", NOON + WEEK, 12, cup.plan)
    assert list(new.organisers.order_by("pk").values_list("player", "helper")) == [(ada.pk, False), (ben.pk, True)]
    assert Guest.objects.filter(tournament=new).count() == 1
    assert new.commitment != cup.commitment
    assert not new.entries.exists()


@pytest.mark.django_db
def test_a_series_goes_on_after_one_was_cancelled() -> None:
    cup = tournament(series=Series.objects.create(**WEEKLY))
    lifecycle.cancel_tournament(code=cup.code, reason="", by=None, now=NOON - DAY)
    scheduler.advance_tournaments(now=NOON)
    assert Tournament.objects.filter(starts_at=NOON + WEEK, status="open").exists()


@pytest.mark.django_db
def test_a_series_does_not_make_up_for_what_was_missed_while_the_house_was_away() -> None:
    tournament(series=Series.objects.create(**WEEKLY))
    scheduler.advance_tournaments(now=NOON + 3 * WEEK + DAY)
    assert sorted(Tournament.objects.values_list("starts_at", flat=True)) == [NOON, NOON + 4 * WEEK]


@pytest.mark.django_db
def test_a_series_that_rests_or_whose_game_is_gone_makes_nothing() -> None:
    tournament(series=Series.objects.create(**WEEKLY, active=False))
    gone = tournament(series=Series.objects.create(**WEEKLY))
    Tournament.objects.filter(pk=gone.pk).update(game="gone")
    scheduler.advance_tournaments(now=NOON)
    assert Tournament.objects.count() == 2


@pytest.mark.django_db
def test_a_broken_series_stops_neither_the_others_nor_tournaments(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = Series.objects.create(**WEEKLY), Series.objects.create(**WEEKLY)
    tournament(series=broken)
    cup = tournament(series=sound)
    bots(cup, 3)

    def only_sound(row: Series, start: datetime) -> datetime:
        if row == broken:
            raise IndexError
        return compute_next_start(row, start)

    monkeypatch.setattr(series, "compute_next_start", only_sound)
    scheduler.advance_tournaments(now=NOON)
    cup.refresh_from_db()
    assert cup.status == Tournament.Status.RUNNING
    assert sound.tournaments.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_one() -> None:
    cup = tournament(series=Series.objects.create(**WEEKLY))
    assert together(*[lambda: series.look_ahead(now=NOON)] * 4) == [None] * 4
    assert Tournament.objects.exclude(pk=cup.pk).count() == 1


@pytest.mark.django_db
def test_after_a_night_without_its_hour_a_series_is_back_at_its_hour() -> None:
    """Check 29 March 2026, when clocks in Berlin go from 02:00 to 03:00."""
    start = datetime(2026, 3, 22, 2, 30, tzinfo=BERLIN).astimezone(UTC)
    tournament(series=Series.objects.create(time_zone="Europe/Berlin", **WEEKLY), starts_at=start)
    for week in (0, 1, 2):
        series.look_ahead(now=start + week * WEEK)
    local = [
        f"{at.astimezone(BERLIN):%d %H:%M}"
        for at in Tournament.objects.order_by("pk").values_list("starts_at", flat=True)
    ]
    assert local == ["22 02:30", "29 03:30", "05 02:30", "12 02:30"]


@pytest.mark.django_db
def test_a_series_keeps_an_hour_that_was_changed_by_hand() -> None:
    start = datetime(2026, 3, 22, 2, 30, tzinfo=BERLIN)
    row = Series.objects.create(time_zone="Europe/Berlin", **WEEKLY)
    tournament(series=row, starts_at=start)
    tournament(series=row, starts_at=datetime(2026, 3, 29, 5, tzinfo=BERLIN))
    series.look_ahead(now=start + WEEK + DAY)
    assert Tournament.objects.latest("pk").starts_at == datetime(2026, 4, 5, 5, tzinfo=BERLIN)
