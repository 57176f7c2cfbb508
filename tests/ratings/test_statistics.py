"""Tests of statistics over all matches of a game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext

from apps.matches.models import Match
from apps.ratings import charts
from apps.ratings.models import Figures
from apps.ratings.services import statistics
from apps.ratings.services.statistics import Place, Size
from tests.factories.finished_matches import NOW, finished_match

pytestmark = pytest.mark.django_db


def test_it_is_counted_who_wins_from_where_how_long_and_for_how_many(ada: Any, ben: Any, cleo: Any) -> None:
    finished_match([ada, ben], [1, 2], moves=10, days=1)
    finished_match([ada, ben], [1, 1], moves=20, days=2)
    finished_match([ada, ben], [2, 1], moves=30, days=3)
    finished_match([ada, None, cleo], [1, 2, 3], moves=40, days=4, rated=False)
    finished_match([ada, ben], moves=999, days=99)
    finished_match([ada, ben, cleo], [1, 2, 3], game="frogs")
    statistics.count_all(now=NOW)
    counted = statistics.get_statistics("fuse")
    assert counted is not None
    count = counted.count
    assert (count.matches, count.rated, count.without_result) == (5, 4, 1)
    assert count.bots == pytest.approx(1 / 11)
    assert (count.moves.low, count.moves.middle, count.moves.high) == (17.5, 25, 32.5)
    assert count.days.middle == pytest.approx(2.5)
    two, three = count.sizes
    assert (two.seats, two.matches, three.seats, three.matches) == (2, 4, 3, 1)
    assert [place.wins for place in two.places] == pytest.approx([0.5, 0.5])
    assert [place.score for place in two.places] == pytest.approx([(80 + 80 + 70) / 3, (70 + 80 + 80) / 3])
    assert two.winner == 80
    assert [place.wins for place in three.places] == [1, 0, 0]


def test_lengths_are_sorted_into_parts_with_round_edges(ada: Any, ben: Any) -> None:
    for n in range(40):
        finished_match([ada, ben], [1, 2], moves=21 + n, days=0.5 + n / 10)
    finished_match([ada, ben], [1, 2], moves=999, days=99)
    statistics.count_all(now=NOW)
    counted = statistics.get_statistics("fuse")
    assert counted is not None
    moves, hours = counted.count.by_moves, counted.count.by_hours
    assert moves.edges == (25, 30, 35, 40, 45, 50, 55)
    assert moves.matches == (4, 5, 5, 5, 5, 5, 5, 7)
    assert hours.matches == (0, 5, 20, 15, 0, 0, 1)
    drawn = charts.by_moves(moves)
    assert [part.label for part in drawn] == [
        "under 25", "25–29", "30–34", "35–39", "40–44", "45–49", "50–54", "55 or more",
    ]  # fmt: skip
    assert [part.percent for part in drawn] == [57, 71, 71, 71, 71, 71, 71, 100]
    assert [part.label for part in charts.by_hours(hours)] == [
        "1 hour to 1 day",
        "1 to 3 days",
        "3 to 7 days",
        "7 to 14 days",
        "14 to 30 days",
        "30 days or more",
    ]


def test_lengths_that_are_all_alike_are_no_chart(ada: Any, ben: Any) -> None:
    for _ in range(3):
        finished_match([ada, ben], [1, 2])
    statistics.count_all(now=NOW)
    counted = statistics.get_statistics("fuse")
    assert counted is not None
    assert charts.by_moves(counted.count.by_moves) == charts.by_hours(counted.count.by_hours) == []


def test_bars_of_scores_begin_at_zero_on_either_side() -> None:
    places = tuple(Place(wins=0.5, score=score) for score in (30.0, -10.0, 0.0))
    drawn = charts.build_seat_bars(Size(seats=3, matches=1, places=places, winner=30.0))
    assert [(seat.start, seat.width) for seat in drawn] == [(25, 75), (0, 25), (25, 0)]
    assert charts.build_seat_bars(Size(seats=3, matches=1, places=(), winner=0.0)) == []


def test_what_was_counted_without_lengths_is_still_shown(client: Client, ada: Any, ben: Any) -> None:
    finished_match([ada, ben], [1, 2])
    statistics.count_all(now=NOW)
    row = Figures.objects.get()
    row.counted = {key: value for key, value in row.counted.items() if not key.startswith("by_")}
    row.save()
    assert client.get(reverse("ratings:figures", args=["fuse"])).status_code == 200


def test_a_bot_that_took_over_is_not_one_that_was_dealt_in(ada: Any, ben: Any) -> None:
    finished_match([ada, ben], [1, 2], s1={"player": None, "bot": True, "former": ben})
    statistics.count_all(now=NOW)
    counted = statistics.get_statistics("fuse")
    assert counted is not None
    assert counted.count.bots == 0


def test_only_finished_matches_count(ada: Any, ben: Any) -> None:
    match = finished_match([ada, ben], [1, 2])
    Match.objects.filter(pk=match.pk).update(status="playing", over_at=None, outcome=None)
    statistics.count_all(now=NOW)
    assert not Figures.objects.exists()


def test_the_page_tells_it_and_asks_for_one_row(
    client: Client, ada: Any, ben: Any, django_assert_num_queries: Any
) -> None:
    for _ in range(3):
        finished_match([ada, ben], [1, 2])
    address = reverse("ratings:figures", args=["fuse"])
    assert gettext("No stats yet") in client.get(address).content.decode()
    statistics.count_all(now=NOW)
    with django_assert_num_queries(1):
        page = client.get(address).content.decode()
    assert re.search(rf"<h3>\s*{gettext('%(seats)s-player tables') % {'seats': 2}}\s*</h3>", page)
    assert "1 May 2026" in page
    assert client.get(reverse("ratings:figures", args=["ludo"])).status_code == 404


def test_counting_again_replaces_what_was_counted(ada: Any, ben: Any) -> None:
    finished_match([ada, ben], [1, 2])
    statistics.count_all(now=NOW)
    finished_match([ada, ben], [1, 2])
    statistics.count_all(now=NOW)
    assert Figures.objects.get().counted["matches"] == 2
