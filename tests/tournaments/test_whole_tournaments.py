"""Tests of whole tournaments of bots, in every format, from registration to prizes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from apps.matches.models import Match
from apps.tournaments.formats.stages import Stage, Swiss
from apps.tournaments.models import Entry, PodMatch, Tournament
from tests.factories.tournaments import CUT, GROUPS, KNOCKOUT, SWISS, bots, played, seen, tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("stages", "entrants", "rounds"),
    [
        ((SWISS,), 12, 3),
        ((SWISS, CUT), 12, 4),
        ((GROUPS,), 16, 1),
        ((GROUPS, CUT), 16, 2),
        ((KNOCKOUT,), 13, 3),
        ((Swiss(rounds=2, most=2, least=2, matches=3),), 5, 2),
    ],
)
def test_a_tournament_of_bots_runs_by_itself(
    stages: tuple[Stage, ...], entrants: int, rounds: int, quick: None
) -> None:
    cup = tournament(*stages)
    bots(cup, entrants)
    played(cup, step=timedelta(minutes=1))
    book = seen(cup)
    assert cup.status == Tournament.Status.OVER
    assert [turn.round.number for turn in book.published] == list(range(rounds))
    assert sorted(line.entrant for line in book.ranking) == list(range(1, entrants + 1))
    assert book.ranking[0].place == 1
    assert not PodMatch.objects.filter(match=None).exists()
    assert cup.entries.filter(state=Entry.State.IN).count() == entrants


def test_bots_of_a_tournament_play_as_was_agreed(quick: None) -> None:
    cup = tournament(SWISS, opponents="spark")
    bots(cup, 6)
    played(cup, step=timedelta(minutes=1))
    assert set(Match.objects.values_list("opponents", flat=True)) == {"spark"}
