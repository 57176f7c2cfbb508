"""Tests of successive stages, and of the next round of each."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import msgspec
import pytest

from apps.tournaments.formats.next_round import propose_round, select_qualifiers, shuffle_entrants
from apps.tournaments.formats.stages import (
    Groups,
    Knockout,
    Now,
    Stages,
    Swiss,
    describe_stages_flaw,
    get_current_stage,
)
from apps.tournaments.pairing.history import Past, sort_pair
from apps.tournaments.pairing.knockout import deal_in_snake

SEED = bytes(range(32))
CUT: Stages = (Swiss(rounds=5, most=4, least=3), Knockout(top=16, most=4, least=3, onward=2))


def test_a_top_cut_follows_the_swiss_rounds() -> None:
    assert [get_current_stage(CUT, 40, done) for done in (0, 4, 5, 7)] == [Now(0, 0), Now(0, 4), Now(1, 0), Now(1, 2)]
    assert get_current_stage(CUT, 40, 8) is None


def test_the_cut_is_made_of_those_who_still_play() -> None:
    cut = Knockout(top=3, most=4, least=3, onward=1)
    assert select_qualifiers(cut, (5, 4, 3, 2, 1), withdrawn=frozenset({4})) == (5, 3, 2)
    assert len(select_qualifiers(Knockout(top=0, most=4, least=3, onward=1), range(9))) == 9


@pytest.mark.parametrize(
    ("stages", "entrants"),
    [
        ((), 8),
        ((Knockout(0, 4, 3, 2), Swiss(1, 4, 3)), 8),
        ((Knockout(8, 4, 3, 2),), 16),
        ((Swiss(3, 4, 3),), 2),
        ((Groups(4, 3, 4, 3),), 8),
        ((Swiss(3, 4, 3), Knockout(2, 4, 3, 2)), 8),
    ],
)
def test_what_cannot_be_played_is_told(stages: Stages, entrants: int) -> None:
    assert describe_stages_flaw(stages, entrants)


def test_what_can_be_played_is_fine() -> None:
    assert describe_stages_flaw(CUT, 40) is None
    assert describe_stages_flaw((Groups(2, 3, 4, 3), Knockout(4, 4, 3, 2)), 16) is None


def test_stages_survive_storage() -> None:
    stages: Stages = (*CUT, Groups(2, 3, 4, 3))
    assert msgspec.json.decode(msgspec.json.encode(stages), type=Stages) == stages


def test_groups_play_their_whole_design_in_one_round() -> None:
    stage, standing = Groups(groups=2, rounds=4, most=3, least=3), shuffle_entrants(range(18), seed=SEED)
    made = propose_round(stage, standing, Past(), round=0, seed=SEED)
    past = Past().then([pod.seats for pod in made.pods])
    assert [pod.sheet for pod in made.pods] == sorted([0, 1, 2, 3] * 6)
    assert set(past.met.values()) == {1}
    halves = {frozenset(other for two in past.met if one in two for other in two) for one in range(18)}
    assert halves == {frozenset(group) for group in deal_in_snake(standing, 2)}
    assert get_current_stage((stage,), 18, 0) == Now(0, 0)
    assert get_current_stage((stage,), 18, 1) is None


def test_groups_too_large_or_with_too_many_byes_are_told() -> None:
    assert describe_stages_flaw((Groups(1, 3, 4, 3),), 25)
    assert describe_stages_flaw((Groups(1, 6, 2, 2),), 5)


def test_the_first_of_each_group_come_before_the_second() -> None:
    cut, standing = Knockout(top=4, most=4, least=2, onward=1), (1, 2, 3, 4, 5, 6)
    assert select_qualifiers(cut, standing, groups=({1, 2, 3}, {4, 5, 6})) == (1, 4, 2, 5)
    assert select_qualifiers(cut, standing, groups=({1, 2, 3}, {4, 5, 6}), withdrawn={1}) == (2, 4, 3, 5)


def test_a_knockout_seeds_those_still_in() -> None:
    made = propose_round(CUT[1], range(16), Past(), round=0, seed=SEED)
    assert {frozenset(pod.seats) for pod in made.pods} == {
        frozenset(pod) for pod in ({0, 7, 8, 15}, {1, 6, 9, 14}, {2, 5, 10, 13}, {3, 4, 11, 12})
    }


def test_swiss_rounds_go_through_the_same_door() -> None:
    past = Past()
    for number in range(3):
        made = propose_round(CUT[0], range(40), past, round=number, seed=SEED)
        past = past.then([pod.seats for pod in made.pods])
    assert set(Counter(past.met).values()) == {1}
    assert set(past.met) <= {sort_pair(*two) for two in combinations(range(40), 2)}
