"""A whole league through the ordinary doors: the house's players sit in for its members, and every match is played."""

from __future__ import annotations

from typing import Any

import pytest

from apps.tournaments.models import PodMatch, Tournament
from apps.tournaments.selectors import leagues as selector
from apps.tournaments.services import leagues
from tests.factories.leagues import DAY, ROUND, SEASON, league, members, played_by_bots, playing, rosters
from tests.factories.tournaments import NOON, seen

pytestmark = pytest.mark.django_db


def test_two_seasons_of_two_divisions_are_played_to_the_end(player: Any, client: Any, quick: None) -> None:
    tuesday = league(ROUND)
    who = members(tuesday, player, 12)
    played_by_bots(tuesday, now=NOON)
    first = playing(tuesday)
    assert [each.status for each in first] == ["over", "over"]
    tables = [[line.player for line in selector.lines(seen(each))] for each in first]
    leagues.leave(pk=tuesday.pk, player=who[0], now=NOON + DAY)
    members(tuesday, player, 2, called="late", now=NOON + DAY)
    now = selector.next_at(tuesday, selector.latest(tuesday))
    assert now == NOON + SEASON - DAY
    played_by_bots(tuesday, now=now)
    upper, lower = map(set, rosters(tuesday))
    assert (len(upper), len(lower)) == (6, 7)
    assert {"late000", "late001"} <= lower
    called = {one.pk: one.username for one in who}
    assert {called[one] for one in tables[1][:2] if one} <= upper | {"p000"}
    assert Tournament.objects.filter(status="over").count() == 4
    assert not PodMatch.objects.filter(match=None).exists()
    page = client.get(tuesday.get_absolute_url()).content.decode()
    assert "Division 2" in page
    assert page.count('scope="row"') == 13
