"""Tests of a whole season of 64 players: an automatic series, entries by form, full play, and the season page."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from apps.common import clocks
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.services import scheduler, series
from tests.factories.matches import play_all
from tests.factories.tournaments import NOON, seen, tournament
from tests.tournaments.test_public import address
from tests.tournaments.test_public import seen as page_of

pytestmark = pytest.mark.django_db
DAY, WEEK = timedelta(days=1), timedelta(days=7)
PLAYERS = tuple(f"p{number:02}" for number in range(64))
WEEKS = 2
BEST = 1
TABLES = 16
ROW = re.compile(r'<th scope="row" class="who">.*?href="/p/(\w+)/".*?class="number points"><strong>(\d+)</strong>')


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.once
def test_a_season_of_sixty_four_adds_up_the_best_of_their_tournaments(
    player: Any, at: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = tournament(Swiss(rounds=1, most=4, least=3), game="frogs")
    weekly = series.start_series(code=first.code, every="week", nth=1, ahead=6, time_zone="UTC")
    type(weekly).objects.update(best=BEST)
    browsers = {name: at(player(name)) for name in PLAYERS}
    for week in range(WEEKS):
        cup = Tournament.objects.get(series=weekly, starts_at=NOON + week * WEEK)
        eve = cup.starts_at - DAY
        monkeypatch.setattr(clocks, "now", lambda eve=eve: eve)
        for name in random.Random(week).sample(PLAYERS, len(PLAYERS) - week):  # One more stays at home each week.
            assert browsers[name].post(address(cup, "register/")).status_code == 302
        if week == WEEKS - 1:
            series.end_series(code=cup.code)
        _played(cup)
    monkeypatch.setattr(clocks, "now", lambda: NOON + WEEKS * WEEK)
    assert Tournament.objects.filter(status="over").count() == Tournament.objects.count() == WEEKS
    page = page_of(at(), weekly.get_absolute_url())
    shown = [(name, int(points)) for name, points in ROW.findall(page)]
    assert dict(shown) == _added_up()
    assert [points for _name, points in shown] == sorted((points for _name, points in shown), reverse=True)
    assert 'id="podium"' in page
    assert weekly.name in page_of(at(), f"/p/{shown[0][0]}/"), "a trophy"


def _played(cup: Tournament) -> None:
    scheduler.advance_tournaments(now=cup.starts_at)
    assert play_all(now=cup.starts_at) == TABLES
    scheduler.advance_tournaments(now=cup.starts_at + DAY)


def _added_up() -> dict[str, int]:
    """Add up everyone's best tournaments: a point for entering, and one for each player who finished lower."""
    brought: dict[str, list[int]] = defaultdict(list)
    for cup in Tournament.objects.all():
        names = dict(Entry.objects.filter(tournament=cup).values_list("number", "player__username"))
        places = {names[line.entrant]: line.place for line in seen(cup).ranking}
        for name, place in places.items():
            brought[name].append(1 + sum(other > place for other in places.values()))
    return {name: sum(sorted(points)[-BEST:]) for name, points in brought.items()}
