"""Tests of a whole league with normal services, bots in its members' seats, and every match played."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from apps.tournaments.models import League, PodMatch, Tournament
from apps.tournaments.selectors import leagues as selector
from apps.tournaments.services import leagues
from tests.factories.leagues import DAY, ROUND, SEASON, league, members, names, played_by_bots, playing, rosters
from tests.factories.tournaments import NOON, seen

pytestmark = pytest.mark.django_db
DIVISIONS = 8
MOVES = 2


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.once
def test_three_seasons_of_sixty_four_are_played_and_the_best_go_up_and_the_last_down(
    player: Any, client: Any, quick: None
) -> None:
    tuesday = league(ROUND, moves=MOVES)
    who = members(tuesday, player, 64)
    played_by_bots(tuesday, now=NOON)
    first = rosters(tuesday)
    assert list(map(len, first)) == [8] * DIVISIONS
    came = tables(tuesday)
    now = selector.next_at(tuesday, selector.load_latest_season(tuesday))
    assert now == NOON + SEASON - DAY
    played_by_bots(tuesday, now=now)
    second = rosters(tuesday)
    assert [*map(set, second)] == [*map(set, moved(came))]
    assert second != first
    leagues.leave_league(pk=tuesday.pk, player=who[0], now=now + DAY)
    members(tuesday, player, 2, called="late", now=now + DAY)
    played_by_bots(tuesday, now=selector.next_at(tuesday, selector.load_latest_season(tuesday)))
    third = rosters(tuesday)
    assert list(map(len, third)) == [8] * (DIVISIONS - 1) + [9]
    assert set(names(0, 1, called="late")) <= set(third[-1])
    assert set(chain(*third)) == {*names(*range(1, 64)), *names(0, 1, called="late")}
    assert Tournament.objects.filter(status="over").count() == 3 * DIVISIONS
    assert not PodMatch.objects.filter(match=None).exists()
    for _half in range(2):  # The first look reads only some of the divisions.
        page = client.get(tuesday.get_absolute_url()).content.decode()
    assert f"Division {DIVISIONS}" in page
    assert page.count('scope="row"') == 65


def tables(of: League) -> list[list[str]]:
    """Return the names of each division of the last season played, best first."""
    found = []
    for division in playing(of):
        assert division.status == "over"
        called = dict(division.entries.values_list("number", "player__username"))
        found.append([called[line.entrant] for line in seen(division).ranking if called[line.entrant]])
    return found


def moved(came: list[list[str]]) -> list[list[str]]:
    """Return the next season's divisions if no one left, came or was absent: two go up and two go down."""
    last = len(came) - 1
    stay = [names[MOVES * (n > 0) : len(names) - MOVES * (n < last)] for n, names in enumerate(came)]
    down = [[], *(names[-MOVES:] for names in came[:-1])]
    up = [*(names[:MOVES] for names in came[1:]), []]
    return [[*chain(*three)] for three in zip(down, stay, up, strict=True)]
