"""How reliability is counted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from apps.matches import reliability
from apps.matches.models import Match, Missed, Move, Reliability
from tests.matches.table import NOW, deal

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def match(ada: Any, ben: Any) -> Match:
    return deal(ada, ben).match


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
    counted = reliability.count(player=ada.pk, now=NOW + DAY)
    assert (counted.answered, counted.missed, counted.median, counted.share) == (9, 3, 100, 0.75)


def test_of_few_duties_nobody_can_say(match: Match, ada: Any) -> None:
    kept(match, ada, *[60] * 9)
    assert reliability.count(player=ada.pk, now=NOW).share is None
    kept(match, ada, 60)
    assert reliability.count(player=ada.pk, now=NOW).share == 1


def test_only_those_are_counted_again_who_had_duties_since(match: Match, ada: Any, ben: Any) -> None:
    kept(match, ada, 60)
    assert reliability.count_due(now=NOW + timedelta(minutes=1)) == 1
    assert reliability.count_due(now=NOW + timedelta(minutes=2)) == 0, "not twice within the hour"
    missed(match, ben, 1, at=NOW + timedelta(minutes=2))
    assert reliability.count_due(now=NOW + timedelta(minutes=3)) == 1
    assert set(Reliability.objects.values_list("player", flat=True)) == {ada.pk, ben.pk}


def test_old_counts_are_counted_again_once_a_day(match: Match, ada: Any) -> None:
    kept(match, ada, 60)
    reliability.count_due(now=NOW)
    assert reliability.count_due(now=NOW + 25 * timedelta(hours=1)) == 1
    assert reliability.count_due(now=NOW + 100 * DAY) == 1
    assert Reliability.objects.get().answered == 0
