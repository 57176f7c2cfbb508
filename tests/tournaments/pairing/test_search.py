"""Tests of dividing a field, against every possible division."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.kernel.chance import Chance
from apps.tournaments.pairing.optimise.exhaustive import search_exhaustively
from apps.tournaments.pairing.optimise.search import Task, divide_field

LUCK = Chance(bytes(range(32)), 1)


@st.composite
def tasks(draw, field: int, sizes: tuple[int, ...]) -> Task:
    apart = [[0] * field for _ in range(field)]
    for one, other in combinations(range(field), 2):
        apart[one][other] = apart[other][one] = draw(st.integers(0, 9))
    alone = tuple(draw(st.integers(0, 9)) for _ in range(field))
    return Task(sizes, tuple(map(tuple, apart)), alone, enough=1)


def cost(task: Task, groups: list[list[int]]) -> int:
    pairs = sum(task.apart[one][two] for group in groups[1:] for one, two in combinations(group, 2))
    return pairs + sum(task.alone[one] for one in groups[0])


@given(tasks(7, (1, 3, 3)))
@settings(max_examples=40, deadline=None)
def test_from_any_first_guess_the_cheapest_division_is_found(task: Task) -> None:
    least = min(
        cost(task, [[rest], [*table], [one for one in range(7) if one != rest and one not in table]])
        for rest in range(7)
        for table in combinations([one for one in range(7) if one != rest], 3)
    )
    found = search_exhaustively(task.sizes, task.apart, task.alone, [[6], [0, 1, 2], [3, 4, 5]])
    assert cost(task, found) == cost(task, divide_field(task, LUCK)) == least
    assert [len(group) for group in found] == [1, 3, 3]


@given(tasks(16, (2, 4, 4, 3, 3)))
@settings(max_examples=15, deadline=None)
def test_in_larger_fields_no_exchange_of_two_makes_it_cheaper(task: Task) -> None:
    groups = divide_field(task, LUCK)
    assert [len(group) for group in groups] == [2, 4, 4, 3, 3]
    now = cost(task, groups)
    for here, there in combinations(range(5), 2):
        for one in groups[here]:
            for two in groups[there]:
                other = [list(group) for group in groups]
                other[here][other[here].index(one)], other[there][other[there].index(two)] = two, one
                assert cost(task, other) >= now
