"""Tests of quiet hours and vacations, and of the limits that keep a table alive."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils.translation import gettext

from apps.matches.engine import availability
from apps.matches.engine.availability import QuietHours
from apps.matches.errors import AvailabilityRefused
from apps.matches.models import QuietHoursRow, Vacation
from apps.matches.services import availability as availability_service
from apps.matches.store import availability as stored_availability

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def eva(player: Callable[[str], Any]) -> Any:
    """Return a player in Berlin, where it is 14:00."""
    eva = player("eva")
    eva.time_zone = "Europe/Berlin"
    eva.save()
    return eva


def test_quiet_hours_wait_a_day_the_first_ones_too(eva: Any) -> None:
    quiet = availability_service.keep_quiet(player=eva.pk, begins=1320, ends=420, now=NOW)
    assert (quiet.begins, quiet.next_begins, quiet.changes_at) == (None, 1320, NOW + DAY)
    assert stored_availability.load_availabilities([eva.pk], since=NOW)[eva.pk].quiet == quiet
    later = availability_service.load_rest_plan(player=eva.pk, now=NOW + DAY).quiet
    assert later == QuietHours(1320, 420, zone="Europe/Berlin")


def test_a_second_change_of_mind_waits_again_and_one_back_does_not(eva: Any) -> None:
    availability_service.keep_quiet(player=eva.pk, begins=1320, ends=420, now=NOW - 2 * DAY)
    availability_service.keep_quiet(player=eva.pk, begins=0, ends=60, now=NOW)
    quiet = availability_service.keep_quiet(player=eva.pk, begins=60, ends=120, now=NOW + DAY / 2)
    assert (quiet.begins, quiet.next_begins, quiet.changes_at) == (1320, 60, NOW + 1.5 * DAY)
    assert availability_service.keep_quiet(player=eva.pk, begins=1320, ends=420, now=NOW + DAY).changes_at is None


@pytest.mark.parametrize(
    ("begins", "ends"),
    [(0, 0), (0, 10), (0, 555), (1320, 1321), (-15, 60), (0, 1440), (1440, 15), (None, 60), (60, None), (420, 1320)],
)
def test_hours_out_of_bounds_are_refused_and_change_nothing(eva: Any, begins: int | None, ends: int | None) -> None:
    with pytest.raises(AvailabilityRefused):
        availability_service.keep_quiet(player=eva.pk, begins=begins, ends=ends, now=NOW)
    assert not QuietHoursRow.objects.exists()


def test_the_longest_and_the_shortest_night_are_allowed(eva: Any) -> None:
    availability_service.keep_quiet(player=eva.pk, begins=1380, ends=480, now=NOW)
    availability_service.keep_quiet(player=eva.pk, begins=1425, ends=0, now=NOW)


def test_who_changes_the_zone_keeps_the_nights_for_a_day(eva: Any) -> None:
    availability_service.keep_quiet(player=eva.pk, begins=1320, ends=360, now=NOW - 2 * DAY)
    availability_service.prepare_time_zone_change(player=eva.pk, zone="Asia/Tokyo", now=NOW)
    eva.time_zone = "Asia/Tokyo"
    eva.save()
    quiet = availability_service.load_rest_plan(player=eva.pk, now=NOW).quiet
    assert quiet == QuietHours(300, 780, 1320, 360, NOW + DAY, "Asia/Tokyo")
    assert availability.find_wake_up(quiet, NOW) is None


def test_who_has_no_quiet_hours_moves_without_a_row(eva: Any) -> None:
    availability_service.prepare_time_zone_change(player=eva.pk, zone="Asia/Tokyo", now=NOW)
    assert not QuietHoursRow.objects.exists()


def test_a_vacation_lasts_until_its_last_day_is_over_where_one_lives(eva: Any) -> None:
    ends_at = availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 3), now=NOW)
    assert ends_at == datetime(2026, 7, 3, 22, 0, tzinfo=UTC)
    plan = availability_service.load_rest_plan(player=eva.pk, now=NOW)
    assert (plan.away_until, plan.days_left) == (ends_at, 27)
    assert stored_availability.load_availabilities([eva.pk], since=NOW)[eva.pk].vacations == ((NOW, ends_at),)
    assert stored_availability.load_availabilities([eva.pk], since=ends_at) == {}


@pytest.mark.parametrize("until", [date(2026, 6, 30), date(2026, 7, 1), date(2026, 7, 22), date.max])
def test_a_vacation_is_neither_shorter_than_a_day_nor_longer_than_three_weeks(eva: Any, until: date) -> None:
    with pytest.raises(AvailabilityRefused):
        availability_service.go_on_vacation(player=eva.pk, until=until, now=NOW)
    assert not Vacation.objects.exists()


def test_three_weeks_are_not_made_longer_piece_by_piece(eva: Any) -> None:
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 21), now=NOW)
    with pytest.raises(AvailabilityRefused):
        availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 22), now=NOW + DAY)
    back = NOW + 20 * DAY
    availability_service.come_back(player=eva.pk, now=back)
    with pytest.raises(AvailabilityRefused, match="in a row"):
        availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 23), now=back + DAY)
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 31), now=back + 2 * DAY)


def test_a_year_has_thirty_days_of_vacation_and_the_next_one_thirty_more(eva: Any) -> None:
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 21), now=NOW)
    december = datetime(2026, 12, 24, 12, tzinfo=UTC)
    with pytest.raises(AvailabilityRefused, match="2 days more"):
        availability_service.go_on_vacation(player=eva.pk, until=date(2027, 1, 3), now=december - 3 * DAY)
    availability_service.go_on_vacation(player=eva.pk, until=date(2027, 1, 3), now=december)
    assert availability_service.load_rest_plan(player=eva.pk, now=december).days_left == 1
    assert availability_service.load_rest_plan(player=eva.pk, now=december + 9 * DAY).days_left == 27


def test_asked_again_a_vacation_ends_at_another_time(eva: Any) -> None:
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 10), now=NOW)
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 5), now=NOW + DAY)
    assert Vacation.objects.get().ends_at == datetime(2026, 7, 5, 22, 0, tzinfo=UTC)
    assert availability_service.load_rest_plan(player=eva.pk, now=NOW).days_left == 25


def test_who_is_back_earlier_is_waited_for_again_and_keeps_the_days(eva: Any) -> None:
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 10), now=NOW)
    availability_service.come_back(player=eva.pk, now=NOW + DAY)
    plan = availability_service.load_rest_plan(player=eva.pk, now=NOW + DAY)
    assert (plan.away_until, plan.days_left) == (None, 28)
    with pytest.raises(AvailabilityRefused, match="not on vacation"):
        availability_service.come_back(player=eva.pk, now=NOW + DAY)


def test_leaving_twice_on_one_day_costs_one_day(eva: Any) -> None:
    for hour in range(3):
        availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 10), now=NOW + timedelta(hours=2 * hour))
        availability_service.come_back(player=eva.pk, now=NOW + timedelta(hours=2 * hour + 1))
    assert availability_service.load_rest_plan(player=eva.pk, now=NOW).days_left == 29


def test_reading_how_many_rest_takes_two_statements(
    eva: Any, ada: Any, ben: Any, django_assert_num_queries: Any
) -> None:
    availability_service.keep_quiet(player=eva.pk, begins=0, ends=60, now=NOW)
    availability_service.go_on_vacation(player=ada.pk, until=date(2026, 7, 10), now=NOW)
    with django_assert_num_queries(2):
        found = stored_availability.load_availabilities([eva.pk, ada.pk, ben.pk], since=NOW)
    assert sorted(found) == sorted([eva.pk, ada.pk])


def test_a_planned_vacation_lasts_from_midnight_to_midnight_where_one_lives(eva: Any) -> None:
    span = availability_service.plan_vacation(player=eva.pk, since=date(2026, 7, 2), until=date(2026, 7, 3), now=NOW)
    assert span == (datetime(2026, 7, 1, 22, tzinfo=UTC), datetime(2026, 7, 3, 22, tzinfo=UTC))
    plan = availability_service.load_rest_plan(player=eva.pk, now=NOW)
    assert (plan.away_until, plan.ahead, plan.days_left) == (None, (span,), 28)
    plan = availability_service.load_rest_plan(player=eva.pk, now=NOW + DAY)
    assert (plan.away_until, plan.ahead) == (span[1], ())


@pytest.mark.parametrize(("since", "until"), [
    (date(2026, 7, 1), date(2026, 7, 5)), (date(2026, 6, 20), date(2026, 7, 5)), (date.min, date(2026, 7, 5)),
    (date(2026, 7, 5), date(2026, 7, 4)), (date(2026, 7, 5), date(2026, 7, 26)), (date(2026, 7, 5), date.max),
    (date(2028, 1, 1), date(2028, 1, 2)), (date.max, date.max),
])  # fmt: skip
def test_a_planned_vacation_out_of_bounds_is_refused(eva: Any, since: date, until: date) -> None:
    with pytest.raises(AvailabilityRefused):
        availability_service.plan_vacation(player=eva.pk, since=since, until=until, now=NOW)
    assert not Vacation.objects.exists()


def test_planned_days_count_among_those_of_their_year(eva: Any) -> None:
    availability_service.plan_vacation(player=eva.pk, since=date(2026, 9, 1), until=date(2026, 9, 20), now=NOW)
    with pytest.raises(AvailabilityRefused, match="2 days more"):
        availability_service.plan_vacation(player=eva.pk, since=date(2026, 11, 1), until=date(2026, 11, 12), now=NOW)
    with pytest.raises(AvailabilityRefused, match="2 days more"):
        availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 12), now=NOW)
    availability_service.plan_vacation(player=eva.pk, since=date(2027, 1, 1), until=date(2027, 1, 21), now=NOW)
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 10), now=NOW)


def test_vacations_neither_overlap_nor_touch(eva: Any) -> None:
    taken = gettext("These days overlap another vacation or are right next to one. Change or cancel that one first.")
    availability_service.plan_vacation(player=eva.pk, since=date(2026, 7, 10), until=date(2026, 7, 12), now=NOW)
    for since, until in ((8, 9), (8, 10), (11, 11), (12, 14), (13, 14)):
        with pytest.raises(AvailabilityRefused, match=taken):
            availability_service.plan_vacation(
                player=eva.pk, since=date(2026, 7, since), until=date(2026, 7, until), now=NOW
            )
    for until in (9, 11, 15):
        with pytest.raises(AvailabilityRefused, match=taken):
            availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, until), now=NOW)
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 5), now=NOW)
    with pytest.raises(AvailabilityRefused, match=taken):
        availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 9), now=NOW)
    assert Vacation.objects.count() == 2


def test_who_is_back_early_keeps_what_they_have_planned(eva: Any) -> None:
    span = availability_service.plan_vacation(player=eva.pk, since=date(2026, 7, 10), until=date(2026, 7, 12), now=NOW)
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 5), now=NOW)
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 7), now=NOW)
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 4), now=NOW)
    assert availability_service.load_rest_plan(player=eva.pk, now=NOW).ahead == (span,)
    availability_service.come_back(player=eva.pk, now=NOW + DAY)
    assert availability_service.load_rest_plan(player=eva.pk, now=NOW + DAY).ahead == (span,)


def test_a_planned_vacation_is_called_off_until_it_begins(eva: Any) -> None:
    span = availability_service.plan_vacation(player=eva.pk, since=date(2026, 7, 10), until=date(2026, 7, 12), now=NOW)
    for begins_at, now in ((NOW, NOW), (span[0], span[0]), (span[1], NOW)):
        with pytest.raises(AvailabilityRefused, match="no vacation planned"):
            availability_service.cancel_planned_vacation(player=eva.pk, begins_at=begins_at, now=now)
    availability_service.cancel_planned_vacation(player=eva.pk, begins_at=span[0], now=NOW)
    assert availability_service.load_rest_plan(player=eva.pk, now=NOW).days_left == 30
    availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 5), now=NOW)
    later = availability_service.go_on_vacation(player=eva.pk, until=date(2026, 7, 8), now=NOW)
    assert availability_service.load_rest_plan(player=eva.pk, now=NOW).ahead == (), (
        "what prolongs one is not another one"
    )
    with pytest.raises(AvailabilityRefused):
        availability_service.cancel_planned_vacation(player=eva.pk, begins_at=later - 3 * DAY, now=NOW)
