"""Tests that a ladder's places change for everyone at a table or for no one, even if a worker is killed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from apps.accounts.models import Player
from apps.matches.models import Chair, Match
from apps.notices.models import Notice
from apps.tournaments.models import Ladder, LadderSeat, LadderTable
from apps.tournaments.services import ladders, scheduler
from tests.concurrency import together
from tests.factories.ladders import challenge, ends, ladder, on, standing
from tests.factories.tournaments import NOON, told
from tests.tournaments.killed import House, killed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def crowd(player: Any) -> tuple[Ladder, list[Player]]:
    """Return a ladder with eight players, the first at the top."""
    it, people = ladder(), [player(f"p{number}") for number in range(8)]
    on(it, *people)
    return it, people


@pytest.mark.parametrize(
    ("after", "times"),
    [
        ('UPDATE "tournaments_ladderseat"', 1),
        ('UPDATE "tournaments_laddertable"', 1),
        ('UPDATE "tournaments_laddermember"', 1),
        ('UPDATE "tournaments_laddermember"', 2),
        ('INTO "notices_notice"', 1),
        ('UPDATE "tournaments_laddermember"', 4),
    ],
)
def test_a_worker_killed_while_it_counts_has_counted_nothing_and_the_next_counts_each_table_once(
    crowd: tuple[Ladder, list[Player]], house: House, after: str, times: int
) -> None:
    """Check two finished tables. The last case is killed in the middle of the second."""
    it, people = crowd
    before = standing(it)
    for number, (loser, winner) in enumerate(((0, 2), (5, 7))):
        code = challenge(it, people[winner], people[loser], people[winner - 1])
        ends(code, people[winner], people[winner - 1], people[loser], now=LATER + timedelta(minutes=number))
    challenged = Notice.objects.count()
    killed(house, after, times, LATER + timedelta(minutes=2))
    assert standing(it) == before
    assert not LadderTable.objects.exclude(counted_at=None).exists()
    assert not LadderSeat.objects.exclude(after=None).exists()
    assert Notice.objects.count() == challenged
    together(*[lambda: scheduler.advance_tournaments(now=LATER + timedelta(minutes=3))] * 2)
    scheduler.advance_tournaments(now=LATER + timedelta(minutes=3))
    assert standing(it) == ["p2", "p1", "p0", "p3", "p4", "p7", "p6", "p5"]
    assert [told(people[one], ladders.MOVED) for one in (0, 1, 2, 5, 6, 7)] == [
        [ladders.MOVED], [], [ladders.MOVED], [ladders.MOVED], [], [ladders.MOVED]
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("after", "times"),
    [
        ('INSERT INTO "matches_match"', 1),
        ('INSERT INTO "tournaments_laddertable"', 1),
        ('INSERT INTO "tournaments_ladderseat"', 1),
        ('INTO "notices_notice"', 1),
    ],
)
def test_who_is_cut_off_while_they_challenge_has_challenged_nobody_and_may_at_once(
    crowd: tuple[Ladder, list[Player]], house: House, after: str, times: int
) -> None:
    it, people = crowd
    whom = [people[1].pk, people[2].pk]
    killed(house, after, times, door="challenge", pk=it.pk, player=people[3].pk, whom=whom)
    assert not Match.objects.exists()
    assert not LadderTable.objects.exists()
    assert told(people[1], ladders.CHALLENGED) == []
    code = challenge(it, people[3], people[1], people[2])
    assert sorted(Chair.objects.filter(match__code=code).values_list("player", flat=True)) == [*whom, people[3].pk]
    assert told(people[1], ladders.CHALLENGED) == [ladders.CHALLENGED]
