"""Tests of a whole arena of 64 players with joins by form, tables by quick match, full play and ratings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from apps.common import clocks
from apps.matches.models import Match
from apps.ratings.services import ledger
from apps.tournaments.models import Arena
from tests.factories.matches import came, play_all
from tests.factories.tournaments import NOON
from tests.tournaments.test_arenas import table
from tests.tournaments.test_public import seen

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
DAYS = 2
PLAYERS = tuple(f"p{number:02}" for number in range(64))
STRANGERS = ("x", "y")
"""Players who aren't in the arena."""
SEATS = 3
STREAK = 2


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.once
def test_an_arena_of_sixty_four_adds_up_what_their_tables_bring(
    player: Any, at: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check days on which everyone joins one quick match, in a different order each day.

    One table on the first day is unrated.
    """
    week = Arena.objects.create(
        name="Week", game="frogs", begins_at=NOON, ends_at=NOON + 7 * DAY, streak=STREAK, created_at=NOON
    )
    browsers = {name: at(player(name)) for name in (*PLAYERS, *STRANGERS)}
    _it_is(NOON, monkeypatch)
    for name in PLAYERS:
        assert browsers[name].post(f"{week.get_absolute_url()}join/").status_code == 302
    for day in range(1, DAYS + 1):
        now = NOON + day * DAY
        _it_is(now, monkeypatch)
        for name in random.Random(day).sample(list(browsers), len(browsers)):
            assert browsers[name].post("/quick/", _wish(rated=True)).status_code == 302
        if day == 1:
            for name in PLAYERS[:SEATS]:
                assert browsers[name].post("/quick/", _wish(rated=False)).status_code == 302
        assert play_all(now=now) == len(browsers) // SEATS + (day == 1)
        ledger.record_results(now=now + DAY / 2)
    page = seen(at(), week.get_absolute_url())
    points, wins, matches = _added_up()
    rows = {name: tuple(map(int, numbers)) for _place, name, *numbers in table(page)}
    assert rows == {name: (points[name], wins[name], matches[name]) for name in PLAYERS}
    assert sum(matches.values()) == DAYS * len(browsers)
    order = [(-points[name], -wins[name], not matches[name], matches[name]) for name in rows]
    assert order == sorted(order)
    assert max(points.values()) > SEATS, "somebody won twice in a row"


def _it_is(now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "now", lambda: now)


def _wish(*, rated: bool) -> dict[str, str]:
    return {"game": "frogs", "pace": "daily", **({"rated": "on"} if rated else {})}


def _added_up() -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Return everyone's points, wins and matches, computed only from the results of the rated matches in order."""
    points, wins, matches, row = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for match in Match.objects.filter(rated=True).order_by("over_at"):
        ended = came(match)
        for name, place in ended.items():
            others = [other for them, other in ended.items() if them not in (*STRANGERS, name)]
            beaten = sum(other > place for other in others)
            won = beaten > 0 and place <= min(others)
            row[name] = row[name] + 1 if won else 0
            matches[name] += 1
            wins[name] += won
            points[name] += beaten * (2 if won and row[name] >= STREAK else 1)
    return points, wins, matches
