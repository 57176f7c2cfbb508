"""Tests of Swiss pods, against every division of small fields and against promises for larger ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from time import process_time

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from apps.tournaments.pairing.history import Past, build_past, sort_pair
from apps.tournaments.pairing.proposal import Proposal
from apps.tournaments.pairing.sizes import Impossible, compute_table_sizes
from apps.tournaments.pairing.swiss import EQUAL_OPPONENTS_FIRST, NEW_OPPONENTS_FIRST, pair_swiss_round
from apps.tournaments.scoring.results import Bye, Result, Results

SEED = bytes(range(32))

scores = st.builds(Fraction, st.integers(0, 12), st.just(6))


@st.composite
def pasts(draw, least: int = 3, most: int = 9) -> tuple[range, Past]:
    field = range(draw(st.integers(least, most)))
    pairs = list(combinations(field, 2))
    past = Past(
        scores={one: draw(scores) for one in field},
        met={two: draw(st.integers(1, 3)) for two in draw(st.sets(st.sampled_from(pairs)))},
        blocks=frozenset(draw(st.sets(st.sampled_from(pairs), max_size=4))),
        byes=frozenset(draw(st.sets(st.sampled_from(field), max_size=2))),
        missing=frozenset(draw(st.sets(st.sampled_from(field), max_size=1))),
    )
    return field, past


def propose(field, past: Past, *, most: int = 4, least: int = 3, turn: int = 1, **more) -> Proposal:
    return pair_swiss_round(field, past, round=turn, seed=SEED, most=most, least=least, **more)


def divisions(field: tuple[int, ...], tables: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield all divisions, some of them several times."""
    if not tables:
        yield []
        return
    for table in combinations(field, tables[0]):
        rest = tuple(one for one in field if one not in table)
        for more in divisions(rest, tables[1:]):
            yield [table, *more]


def pairs_of(tables) -> list[tuple[int, int]]:
    return [sort_pair(*two) for table in tables for two in combinations(table, 2)]


def rested(field: range, past: Past, free: int) -> Iterator[tuple[int, ...]]:
    return (rest for rest in combinations(field, free) if all(past.may_rest(one) for one in rest))


@given(pasts(most=30), st.integers(2, 5), st.integers(2, 5), st.sampled_from([1, 2]))
@settings(max_examples=60, deadline=None)
def test_everybody_sits_once_at_a_legal_table_or_rests(known, most: int, least: int, pods: int) -> None:
    field, past = known
    assume(least <= most)
    try:
        made = propose(field, past, most=most, least=least, pods=pods)
    except Impossible:
        return
    seated = Counter(one for pod in made.pods for one in pod.seats)
    seated.update(made.byes)
    assert seated == dict.fromkeys(field, pods)
    assert all(least <= len(pod.seats) <= most for pod in made.pods)
    assert len(set(made.byes)) == len(made.byes)
    assert all(past.may_rest(one) for one in made.byes)
    assert made.cost.byes == 0


@given(pasts(), st.sampled_from([(4, 3), (3, 3), (2, 2), (5, 4)]))
@settings(max_examples=60, deadline=None)
def test_byes_only_if_the_sizes_force_them(known, size: tuple[int, int]) -> None:
    field, _past = known
    most, least = size

    def seatable(people: int) -> bool:
        return people == 0 or any(seatable(people - table) for table in range(least, min(most, people) + 1))

    forced = next(free for free in range(len(field) + 1) if seatable(len(field) - free))
    if forced < len(field):
        assert compute_table_sizes(len(field), most=most, least=least)[1] == forced


@given(pasts(most=8), st.randoms(use_true_random=False), st.sampled_from([NEW_OPPONENTS_FIRST, EQUAL_OPPONENTS_FIRST]))
@settings(max_examples=40, deadline=None)
def test_the_order_of_the_input_does_not_matter(known, whim, aims) -> None:
    field, past = known
    turned = list(field)
    whim.shuffle(turned)
    met = list(past.met.items())
    whim.shuffle(met)
    try:
        made = propose(field, past, aims=aims)
    except Impossible:
        return
    assert made == propose(turned, msgspec.structs.replace(past, met=dict(met)), aims=aims)


def test_the_same_seed_gives_the_same_round_and_another_another() -> None:
    made = propose(range(40), Past())
    assert made == propose(range(40), Past())
    assert made != propose(range(40), Past(), turn=2)
    assert made != pair_swiss_round(range(40), Past(), round=1, seed=SEED[::-1], most=4, least=3)


@given(pasts(), st.sampled_from([(4, 3), (3, 3), (2, 2), (3, 2)]))
@settings(max_examples=60, deadline=None)
def test_blocks_are_honoured_whenever_it_is_possible(known, size: tuple[int, int]) -> None:
    field, past = known
    tables, free = compute_table_sizes(len(field), most=size[0], least=size[1])
    possible = [
        sum(past.blocked(*two) for two in pairs_of(made))
        for rest in rested(field, past, free)
        for made in divisions(tuple(one for one in field if one not in rest), tables)
    ]
    if not possible:
        with pytest.raises(Impossible):
            propose(field, past, most=size[0], least=size[1])
        return
    made = propose(field, past, most=size[0], least=size[1])
    assert made.cost.blocks == min(possible) == sum(len(pod.reasons.blocks) for pod in made.pods)


@given(pasts(), st.sampled_from([(4, 3), (3, 3), (2, 2)]))
@settings(max_examples=60, deadline=None)
def test_nobody_meets_again_who_need_not(known, size: tuple[int, int]) -> None:
    field, past = known
    past = msgspec.structs.replace(past, blocks=frozenset(), byes=frozenset(), missing=frozenset())
    made = propose(field, past, most=size[0], least=size[1])
    playing = tuple(one for one in field if one not in made.byes)
    least = min(
        sum(past.meetings(*two) ** 2 for two in pairs_of(other))
        for other in divisions(playing, tuple(len(pod.seats) for pod in made.pods))
    )
    assert made.cost.repeats == least


def test_the_lowest_rest_unless_they_may_not() -> None:
    past = Past(scores={one: Fraction(9 - one) for one in range(5)})
    assert propose(range(5), past, most=2, least=2).byes == (4,)
    again = msgspec.structs.replace(past, byes=frozenset({4}), missing=frozenset({3}))
    assert propose(range(5), again, most=2, least=2).byes == (2,)


def test_nobody_may_rest_twice_even_if_nobody_is_left_who_may() -> None:
    with pytest.raises(Impossible, match="bye"):
        propose(range(5), Past(byes=frozenset(range(5))), most=2, least=2)


def test_score_groups_stay_together() -> None:
    past = Past(scores={one: Fraction(one // 4) for one in range(32)})
    made = propose(range(32), past)
    assert made.cost.spread == 0
    assert all(len(set(pod.reasons.scores)) == 1 for pod in made.pods)


@pytest.mark.parametrize("parts", [1, 2, 6], ids=["whole points", "halves", "sixths"])
def test_aims_say_whether_new_or_equal_opponents_come_first(parts: int) -> None:
    past = Past(scores={one: Fraction(one // 2, parts) for one in range(4)}, met={(0, 1): 1, (2, 3): 1})
    fresh, equal = (
        propose(range(4), past, most=2, least=2, aims=aims) for aims in (NEW_OPPONENTS_FIRST, EQUAL_OPPONENTS_FIRST)
    )
    assert (fresh.cost.repeats, fresh.cost.spread) == (0, Fraction(2, parts**2))
    assert (equal.cost.repeats, equal.cost.spread) == (2, 0)


def test_a_pod_tells_its_reasons() -> None:
    past = Past(scores={1: Fraction(2), 2: Fraction(1)}, met={(1, 2): 3}, blocks=frozenset({(1, 2)}))
    (pod,) = propose([2, 1], past, most=2, least=2).pods
    assert dict(zip(pod.seats, pod.reasons.scores, strict=True)) == {1: 2, 2: 1}
    assert [(again.one, again.other, again.times) for again in pod.reasons.repeats] == [(1, 2, 3)]
    assert pod.reasons.blocks == ((1, 2),)
    assert sorted(pod.reasons.leans) == [-420, 420]


def test_several_tables_in_one_round_bring_other_people() -> None:
    made = propose(range(16), Past(), pods=3)
    assert Counter(pod.sheet for pod in made.pods) == {0: 4, 1: 4, 2: 4}
    assert max(Counter(pairs_of(pod.seats for pod in made.pods)).values()) == 1


def test_everybody_sits_everywhere_in_turn() -> None:
    past = Past()
    for turn in range(8):
        past = past.then([pod.seats for pod in propose(range(4), past, turn=turn).pods])
    for sat in past.sat.values():
        assert Counter(seat for seat, _ in sat) == {0: 2, 1: 2, 2: 2, 3: 2}


def test_over_many_rounds_no_seat_is_had_twice_more_than_another() -> None:
    past = Past()
    for turn in range(8):
        past = past.then([pod.seats for pod in propose(range(48), past, turn=turn).pods])
    apart = [
        max(times) - min(times)
        for sat in past.sat.values()
        for times in [[sum(seat == where for seat, _ in sat) for where in range(4)]]
    ]
    assert max(apart) <= 2
    assert sum(one <= 1 for one in apart) > len(apart) / 2


def test_the_past_is_read_from_the_results() -> None:
    results = Results(
        (Result(2, (3, 1), (1, 2)), Result(1, (1, 2, 3), (1, 2, 3), missing=frozenset({2}))), (Bye(2, 2),)
    )
    past = build_past(results, scores={}, blocks=[(3, 2)])
    assert past.met == {(1, 3): 2}
    assert past.sat == {1: ((0, 3), (1, 2)), 2: ((1, 3),), 3: ((2, 3), (0, 2))}
    assert (past.byes, past.missing) == ({2}, {2})
    assert past.blocked(2, 3)


def test_large_fields_are_paired_in_seconds() -> None:
    past = Past(scores={one: Fraction(one % 20, 3) for one in range(512)})
    for turn in range(3):
        past = past.then([pod.seats for pod in propose(range(512), past, turn=turn).pods])
    blocked = msgspec.structs.replace(past, blocks=frozenset((i, i + 20) for i in range(0, 480, 3)))
    began = process_time()
    made = propose(range(512), blocked, turn=3)
    assert process_time() - began < 3
    assert (made.cost.blocks, made.cost.repeats) == (0, 0)
