"""Tests of how reliability is counted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from apps.matches.models import Match, Missed, Move, Question, QuietHoursRow, Reliability, Vacation
from apps.matches.services import play, reliability
from tests.factories.matches import HOUR, NOW, MatchDriver, new_match

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
DAILY = {"turn": 6 * 3600, "matchman": 3600}


@pytest.fixture
def match(ada: Any, ben: Any) -> Match:
    return new_match(ada, ben).match


def kept(match: Match, player: Any, *took: int, at: datetime = NOW) -> None:
    first = Move.objects.count()
    Move.objects.bulk_create(
        Move(match=match, number=first + n, at=at, cause="seat", audience=0, player=player, took=seconds)
        for n, seconds in enumerate(took)
    )


def missed(match: Match, player: Any, times: int, at: datetime = NOW) -> None:
    Missed.objects.bulk_create(Missed(match=match, player=player, at=at) for _ in range(times))


def test_a_share_and_a_median_are_counted_from_the_duties_of_ninety_days(match: Match, ada: Any) -> None:
    kept(match, ada, *[100] * 5, *[300] * 4)
    missed(match, ada, 3)
    kept(match, ada, *[9999] * 20, at=NOW - 91 * DAY)
    missed(match, ada, 20, at=NOW - 91 * DAY)
    counted = reliability.update_reliability(player=ada.pk, now=NOW + DAY)
    assert (counted.answered, counted.missed, counted.median, counted.share) == (9, 3, 100, 0.75)


def test_of_few_duties_nobody_can_say(match: Match, ada: Any) -> None:
    kept(match, ada, *[60] * 9)
    assert reliability.update_reliability(player=ada.pk, now=NOW).share is None
    kept(match, ada, 60)
    assert reliability.update_reliability(player=ada.pk, now=NOW).share == 1


def test_only_those_are_counted_again_who_had_duties_since(match: Match, ada: Any, ben: Any) -> None:
    kept(match, ada, 60)
    assert reliability.count_due(now=NOW + timedelta(minutes=1)) == 1
    assert reliability.count_due(now=NOW + timedelta(minutes=2)) == 0, "not twice within the hour"
    missed(match, ben, 1, at=NOW + timedelta(minutes=2))
    assert reliability.count_due(now=NOW + timedelta(minutes=3)) == 1
    assert set(Reliability.objects.values_list("player", flat=True)) == {ada.pk, ben.pk}


def took(table: MatchDriver, after: timedelta) -> list[int | None]:
    """Answer after this time, and return the durations in the log."""
    table.now += after
    table.lay()
    return list(Move.objects.filter(player__isnull=False).values_list("took", flat=True))


def away(player: Any, begins_at: datetime, ends_at: datetime) -> None:
    Vacation.objects.create(player=player, begins_at=begins_at, ends_at=ends_at)


def test_a_vacation_that_came_between_question_and_answer_is_not_counted(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, pace=DAILY)
    for player in (ada, ben):
        away(player, NOW + HOUR, NOW + 14 * DAY)
        away(player, NOW + 14 * DAY, NOW + 15 * DAY)
    play.settle_match(code=table.code, now=NOW + HOUR)
    assert took(table, 15 * DAY + 2 * HOUR) == [3 * 3600], "an hour before, two afterwards"
    who = Move.objects.get(player__isnull=False).player_id
    assert who is not None
    assert reliability.update_reliability(player=who, now=table.now).median == 3 * 3600


def test_what_was_asked_during_a_vacation_is_counted_from_its_end(ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        away(player, NOW - DAY, NOW + 13 * DAY)
    assert took(new_match(ada, ben, pace=DAILY), 13 * DAY + HOUR) == [3600]


def test_who_answers_from_a_vacation_took_no_time(ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        away(player, NOW - DAY, NOW + 13 * DAY)
    assert took(new_match(ada, ben, pace=DAILY), 2 * HOUR) == [0]


def test_quiet_hours_are_not_counted(ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        QuietHoursRow.objects.create(player=player, begins=60, ends=9 * 60)
    assert took(new_match(ada, ben, pace=DAILY), 10 * HOUR) == [2 * 3600]


def test_a_vacation_that_a_match_did_not_wait_for_is_counted(ada: Any, ben: Any) -> None:
    for player in (ada, ben):
        away(player, NOW, NOW + 13 * DAY)
    table = new_match(ada, ben, pace=DAILY)
    Match.objects.update(vacations=False)
    Question.objects.update(due_at=NOW + 6 * HOUR, lapses_at=NOW + 6 * HOUR)
    assert took(table, 5 * HOUR) == [5 * 3600]


def test_old_counts_are_counted_again_once_a_day(match: Match, ada: Any) -> None:
    kept(match, ada, 60)
    reliability.count_due(now=NOW)
    assert reliability.count_due(now=NOW + 25 * timedelta(hours=1)) == 1
    assert reliability.count_due(now=NOW + 100 * DAY) == 1
    assert Reliability.objects.get().answered == 0
