"""Tests of places on a ladder: possible challenges, the effect of a table, and what the ladder rewards."""

from __future__ import annotations

import random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.tournaments.scoring.ladder import reorder_ladder, select_challengeable_players

A, B, C, D, E, F = range(6)
ALL = (A, B, C, D, E, F)


@pytest.mark.parametrize(
    ("finishes", "after"),
    [
        ({E: 1, C: 2}, (A, B, E, D, C, F)),
        ({E: 2, C: 1}, ALL),
        ({F: 1, D: 2, B: 3}, (A, F, C, D, E, B)),
        ({F: 3, D: 1, B: 2}, (A, D, C, B, E, F)),
        ({E: 1, C: 1}, ALL),
        ({F: 1, D: 2, B: 2}, (A, F, C, B, E, D)),
        ({A: 2, B: 1}, (B, A, C, D, E, F)),
        ({F: 1, 99: 2, D: 3}, (A, B, C, F, E, D)),
        ({}, ALL),
    ],
)
def test_a_table_hands_the_places_of_its_people_out_anew(finishes: dict[int, int], after: tuple[int, ...]) -> None:
    assert reorder_ladder(ALL, finishes) == after


@given(st.permutations(range(12)), st.dictionaries(st.integers(0, 15), st.integers(1, 6), max_size=6))
def test_nobody_is_lost_nobody_else_moves_and_who_finished_better_stands_higher(
    order: list[int], finishes: dict[int, int]
) -> None:
    after = reorder_ladder(order, finishes)
    assert sorted(after) == sorted(order)
    assert all(after[place] == player for place, player in enumerate(order) if player not in finishes)
    there = [player for player in after if player in finishes]
    assert [finishes[player] for player in there] == sorted(finishes[player] for player in there)
    for one in there:
        for other in there:
            if finishes[one] == finishes[other] and order.index(one) < order.index(other):
                assert after.index(one) < after.index(other), "of two who finish alike, nobody overtakes"


@pytest.mark.parametrize(
    ("player", "reach", "free", "may"),
    [
        (F, 3, {A, B, C, D, E}, (E, D, C)),
        (F, 3, {A, B, D}, (D,)),
        (B, 3, {A, C}, (A,)),
        (A, 3, {B, C}, ()),
        (99, 3, {A, B}, ()),
    ],
)
def test_one_challenges_who_stands_right_above_and_is_free(
    player: int, reach: int, free: set[int], may: tuple[int, ...]
) -> None:
    assert select_challengeable_players(ALL, player, reach=reach, free=free) == may


@pytest.mark.parametrize(
    ("player", "least", "may"), [(B, 2, (A, C, D)), (C, 2, (B, A)), (A, 2, ()), (F, 3, (E, D)), (C, 3, (B, A, D, E))]
)
def test_where_too_few_stand_above_those_below_come_along(player: int, least: int, may: tuple[int, ...]) -> None:
    assert select_challengeable_players(ALL, player, reach=2, free=ALL, least=least) == may


def test_of_sixty_four_the_strong_end_up_above() -> None:
    """Check players as strong as their numbers, with the strongest at the bottom.

    Random tables have two to four seats.
    """
    luck = random.Random(4)
    order: tuple[int, ...] = tuple(range(64))  # 63 is the strongest.
    for _table in range(3_000):
        player = luck.choice(order)
        above = select_challengeable_players(order, player, reach=5, free=order)
        people = [player, *luck.sample(above, min(len(above), luck.randint(1, 3)))]
        form = {one: luck.gauss(one / 8, 1) for one in people}
        ranked = sorted(people, key=lambda one: form[one], reverse=True)
        order = reorder_ladder(order, {one: place for place, one in enumerate(ranked, start=1)})
    top, bottom = mean(order[:16]), mean(order[-16:])
    assert top > 50
    assert bottom < 14


def test_among_equals_places_are_luck() -> None:
    luck, order = random.Random(5), tuple(range(16))
    stood: dict[int, list[int]] = {one: [] for one in order}
    for _table in range(6_000):
        player = luck.choice(order)
        above = select_challengeable_players(order, player, reach=4, free=order)
        people = [player, *above[:2]]
        luck.shuffle(people)
        order = reorder_ladder(order, {one: place for place, one in enumerate(people, start=1)})
        for place, one in enumerate(order):
            stood[one].append(place)
    assert all(abs(mean(places) - 7.5) < 1.5 for places in stood.values())
