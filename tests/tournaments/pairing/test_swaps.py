"""Tests of changes an organiser makes by hand, and of their cost."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.proposal import build_proposal
from apps.tournaments.pairing.seats import EDGE_SEAT_LEAN
from apps.tournaments.pairing.swaps import list_sheets, swap_entrants
from apps.tournaments.pairing.swiss import pair_swiss_round

SEED = bytes(range(32))
PAST = Past(scores={one: Fraction(one // 4) for one in range(12)}, met={(3, 4): 1}, blocks=frozenset({(2, 5)}))
ROUND = pair_swiss_round(range(12), PAST, round=1, seed=SEED, most=4, least=3)


def test_a_swap_tells_its_cost_and_what_changed() -> None:
    done = swap_entrants(ROUND, 3, 5, past=PAST)
    assert {frozenset(pod.seats) for pod in done.changed} == {frozenset({0, 1, 2, 5}), frozenset({3, 4, 6, 7})}
    assert (done.before.blocks, done.before.repeats, done.before.spread) == (0, 0, 0)
    assert (done.proposal.cost.blocks, done.proposal.cost.repeats, done.proposal.cost.spread) == (1, 1, 6)
    assert not done.better


def test_swapping_back_costs_what_it_did() -> None:
    back = swap_entrants(swap_entrants(ROUND, 3, 5, past=PAST).proposal, 3, 5, past=PAST)
    assert back.proposal.cost == ROUND.cost
    assert back.better


def test_at_one_table_two_change_seats() -> None:
    first = ROUND.pods[0].seats
    done = swap_entrants(ROUND, first[0], first[3], past=PAST)
    assert done.proposal.pods[0].seats == (first[3], first[1], first[2], first[0])
    assert len(done.changed) == 1


def test_somebody_may_be_given_the_bye_and_the_cost_says_if_it_is_a_second_one() -> None:
    past = Past(scores={one: Fraction(4 - one) for one in range(5)}, byes=frozenset({0}))
    made = pair_swiss_round(range(5), past, round=1, seed=SEED, most=2, least=2)
    assert made.byes == (4,)
    assert swap_entrants(made, 4, 3, past=past).proposal.byes == (3,)
    assert swap_entrants(made, 4, 3, past=past).proposal.cost.byes == 0
    assert swap_entrants(made, 4, 0, past=past).proposal.cost.byes == 1


@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 99)])
def test_a_swap_needs_two_of_this_round(a: int, b: int) -> None:
    with pytest.raises(ValueError, match=r"swap|round"):
        swap_entrants(ROUND, a, b, past=PAST)


@given(st.integers(0, 10), st.integers(0, 10), st.integers(0, 1))
@settings(max_examples=40, deadline=None)
def test_within_a_sheet_everybody_stays_in_it(a: int, b: int, sheet: int) -> None:
    made = pair_swiss_round(range(11), Past(), round=1, seed=SEED, most=2, least=2, pods=2)
    assert sum(len(byes) for byes in list_sheets(made)[1]) == 2
    at = {one: index for index, pod in enumerate(made.pods) if pod.sheet == sheet for one in pod.seats}
    if a not in at or b not in at or a == b:  # They have byes, which are tested below.
        return
    done = swap_entrants(made, a, b, past=Past(), a_at=at[a], b_at=at[b])
    for tables, byes in zip(*list_sheets(done.proposal), strict=True):
        assert sorted([*byes, *(one for table in tables for one in table)]) == list(range(11))
    assert [pod for pod in done.proposal.pods if pod.sheet < sheet] == [pod for pod in made.pods if pod.sheet < sheet]


def test_tables_seated_anew_remember_the_other_table_of_the_round() -> None:
    made = build_proposal([[[1, 2], [3, 4]], [[1, 3], [2, 4]]], [[], []], Past())
    done = swap_entrants(made, 3, 4, past=Past(), a_at=2, b_at=3)
    assert [pod.seats for pod in done.changed] == [(4, 1), (2, 3)]


def test_seats_of_a_first_round_are_nobodys_fault_and_sitting_first_twice_is() -> None:
    nobody_sat = Past()
    tables, byes = [[(0, 1, 2, 3), (4, 5, 6, 7)]], [()]
    first = build_proposal(tables, byes, nobody_sat)
    assert first.cost.leans > 0
    assert first.uneven == 0
    again = build_proposal(tables, byes, nobody_sat.then(tables[0], byes[0]))
    assert again.uneven == 4 * (2 * EDGE_SEAT_LEAN) ** 2
    turned = build_proposal([[(3, 2, 1, 0), (7, 6, 5, 4)]], byes, nobody_sat.then(tables[0], byes[0]))
    assert turned.uneven == turned.cost.leans == 0


def test_nobody_comes_to_sit_twice_at_a_table_of_a_group() -> None:
    """Check a group whose tables aren't rounds. A player can have two tables in one part and none in another."""
    mine, theirs, third = (0, 1, 2), (0, 3, 4), (1, 3, 5)
    proposal = build_proposal([[mine, theirs], [third, (2, 4, 5)]], [[], []], Past())
    with pytest.raises(ValueError, match="two seats"):
        swap_entrants(proposal, 0, 3, past=Past(), a_at=0, b_at=1)
    made = swap_entrants(proposal, 1, 3, past=Past(), a_at=0, b_at=1)
    assert [set(pod.seats) for pod in made.proposal.pods[:2]] == [{0, 3, 2}, {0, 1, 4}]


def test_of_several_tables_that_somebody_has_in_a_part_each_can_be_meant() -> None:
    proposal = build_proposal([[(0, 1, 2), (0, 3, 4)], [(1, 3, 5), (2, 4, 5)]], [[], []], Past())
    second = swap_entrants(proposal, 0, 5, past=Past(), a_at=1, b_at=3)
    assert [set(pod.seats) for pod in second.proposal.pods] == [{0, 1, 2}, {5, 3, 4}, {1, 3, 5}, {2, 4, 0}]


def test_who_sits_and_rests_in_a_round_may_swap_either() -> None:
    proposal = build_proposal([[(1, 2, 3)], [(1, 2, 4)]], [[4], [3]], Past())
    resting = swap_entrants(proposal, 4, 2, past=Past(), b_at=0).proposal
    assert (resting.byes, set(resting.pods[0].seats)) == ((2, 3), {1, 4, 3})
    sitting = swap_entrants(proposal, 4, 3, past=Past(), a_at=1).proposal
    assert (sitting.byes, set(sitting.pods[1].seats)) == ((4, 4), {1, 2, 3})


@pytest.mark.parametrize(("a_at", "b_at"), [(1, 0), (0, 99), (-1, 0)])
def test_who_does_not_sit_at_that_table_does_not_swap_there(a_at: int, b_at: int) -> None:
    a, b = ROUND.pods[0].seats[:2]
    with pytest.raises(ValueError, match="not in this round"):
        swap_entrants(ROUND, a, b, past=PAST, a_at=a_at, b_at=b_at)
