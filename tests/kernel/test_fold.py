"""Tests that a state learns each kind of fact in its own way."""

from __future__ import annotations

from functools import reduce

import pytest
from msgspec import Struct

from apps.kernel.fold import build_evolve, remove_value, replace_at


class Added(Struct, frozen=True):
    points: int


class Doubled(Struct, frozen=True):
    pass


evolve = build_evolve({Added: lambda state, fact: state + fact.points, Doubled: lambda state, _: 2 * state})


def test_every_fact_changes_the_state_as_is_written_for_its_kind() -> None:
    assert reduce(evolve, [Added(3), Doubled(), Added(1)], 0) == 7


def test_a_kind_of_fact_for_which_nothing_is_written_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        evolve(0, "a fact")


def test_a_value_is_put_in_the_place_of_another() -> None:
    assert replace_at((1, 2, 3), 0, 9) == (9, 2, 3)
    assert replace_at((1, 2, 3), 2, 9) == (1, 2, 9)


def test_without_a_value_the_others_stay_as_they_were() -> None:
    assert remove_value((4, 5, 6), 5) == (4, 6)
    values = (4, 5, 6)
    assert remove_value(values, 7) is values
