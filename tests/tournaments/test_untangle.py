"""Tests of brackets whose lines don't cross unnecessarily."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.tournaments.selectors.untangle import count_crossings, untangle_tables

pytestmark = pytest.mark.once


def knockout(luck: Random, tables: int, size: int, onward: int) -> list[list[list[int]]]:
    """Return rounds with tables drawn at random, of which the first players advance."""
    field, rounds = list(range(tables * size)), []
    while len(field) >= size:
        luck.shuffle(field)
        seated = [field[start : start + size] for start in range(0, len(field), size)]
        rounds.append(seated)
        if len(seated) == 1:
            break
        field = [one for table in seated for one in table[:onward]]
    return rounds


@given(st.integers(0, 10**6), st.sampled_from([(9, 3), (27, 3), (16, 4), (32, 2)]))
def test_where_one_of_each_table_goes_on_no_cords_cross(whim: int, shape: tuple[int, int]) -> None:
    rounds = knockout(Random(whim), *shape, onward=1)
    assert count_crossings(rounds, untangle_tables(rounds)) == 0


@given(st.integers(0, 10**6))
def test_where_several_go_on_no_more_cross_than_before(whim: int) -> None:
    rounds = knockout(Random(whim), 8, 4, onward=2)
    orders = untangle_tables(rounds)
    assert [sorted(order) for order in orders] == [list(range(len(tables))) for tables in rounds]
    assert count_crossings(rounds, orders) <= count_crossings(rounds, [list(range(len(tables))) for tables in rounds])
