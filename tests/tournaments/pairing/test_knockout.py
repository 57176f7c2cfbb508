"""Tests of knockouts with tables: the plan, the seeding, and who advances."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.knockout import (
    Step,
    deal_in_snake,
    is_knockout_possible,
    pair_knockout_round,
    plan_knockout,
    select_survivors,
)
from apps.tournaments.pairing.sizes import Impossible


def steps(entrants: int, most: int, least: int, onward: int) -> list[tuple[int, int, int]]:
    return [(s.entrants, s.tables, s.byes) for s in plan_knockout(entrants, most=most, least=least, onward=onward)]


def test_two_of_every_four_go_on() -> None:
    assert steps(16, 4, 3, 2) == [(16, 4, 0), (8, 2, 0), (4, 1, 0)]


def test_duels_have_all_their_byes_in_the_first_round() -> None:
    assert steps(13, 2, 2, 1) == [(13, 5, 3), (8, 4, 0), (4, 2, 0), (2, 1, 0)]


def test_few_enough_play_the_final_at_once() -> None:
    assert steps(4, 4, 3, 2) == [(4, 1, 0)]


@given(st.integers(2, 200), st.integers(2, 6), st.integers(2, 6), st.integers(1, 4))
def test_every_plan_leads_to_one_full_table(entrants: int, most: int, least: int, onward: int) -> None:
    try:
        found = plan_knockout(entrants, most=most, least=least, onward=onward)
    except Impossible:
        assert onward >= least or least > most or entrants < least or least + 1 >= most
        return
    for now, then in zip(found, (*found[1:], None), strict=True):
        assert now.tables * least <= now.entrants - now.byes <= now.tables * most
        assert then is None or then.entrants == now.tables * onward + now.byes < now.entrants
        assert now is found[0] or not now.byes
    assert (found[-1].tables, found[-1].byes) == (1, 0)


@pytest.mark.parametrize(("entrants", "most", "least", "onward"), [(2, 4, 3, 1), (8, 4, 3, 3), (8, 2, 3, 1)])
def test_numbers_that_lead_nowhere_are_refused(entrants, most, least, onward) -> None:
    with pytest.raises(Impossible):
        plan_knockout(entrants, most=most, least=least, onward=onward)


@given(st.integers(0, 120), st.integers(1, 8), st.integers(1, 6), st.integers(0, 6))
def test_what_is_possible_is_what_can_be_planned(entrants: int, most: int, least: int, onward: int) -> None:
    try:
        planned = bool(plan_knockout(entrants, most=most, least=least, onward=onward))
    except Impossible:
        planned = False
    assert is_knockout_possible(entrants, most=most, least=least, onward=onward) == planned


def test_the_best_are_seeded_like_a_snake() -> None:
    assert deal_in_snake(range(1, 13), 3) == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]
    assert sorted(map(len, deal_in_snake(range(11), 3))) == [3, 4, 4]


def test_the_best_rest_and_nobody_is_blamed_for_it() -> None:
    made = pair_knockout_round(range(5), Step(5, 1, 1), Past(byes=frozenset({0})))
    assert made.byes == (0,)
    assert sorted(made.pods[0].seats) == [1, 2, 3, 4]
    assert made.cost.byes == 0


def test_the_best_of_every_table_go_on_in_the_order_they_had() -> None:
    through = select_survivors(
        [((1, 4, 5, 8), (3, 1, 2, 4)), ((2, 3, 6, 7), (2, 2, 4, 1))], [9], [1, 2, 3, 4, 5, 6, 7, 8, 9], onward=2
    )
    assert through == (2, 4, 5, 7, 9)


def test_who_is_out_makes_room_for_the_next() -> None:
    assert select_survivors([((1, 2, 3), (1, 2, 3))], [4], [1, 2, 3, 4], onward=1, out={1, 4}) == (2,)
