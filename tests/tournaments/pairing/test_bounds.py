"""Tests of how evenly rounds can be divided at best, which is where the search stops."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.kernel.chance import Chance
from apps.tournaments.pairing.groups import compute_design_sizes
from apps.tournaments.pairing.optimise.balance import Round, Uneven, even_out_meetings
from apps.tournaments.pairing.optimise.bounds import lower_bound
from apps.tournaments.pairing.sizes import Impossible

NEVER = (-1, -1)
"""A value below all that can be reached."""


class Counted(Chance):
    """A source of randomness that counts its uses."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, 0)
        self.asked = 0

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        self.asked += 1
        return super().roll(label, sides, count)


def dealt(size: int, most: int, rounds: int, luck: Chance) -> tuple[list[Round], tuple[int, int]]:
    """Return random rounds, and the bound that none can beat."""
    tables, free = compute_design_sizes(size, rounds=rounds, most=most, least=min(3, most))
    byes = [[(turn * free + i) % size for i in range(free)] for turn in range(rounds)]
    return [_round(size, tables, byes[turn], luck, turn) for turn in range(rounds)], lower_bound(size, tables, byes)


def _round(size: int, tables: Sequence[int], resting: Sequence[int], luck: Chance, turn: int) -> Round:
    field = iter(luck.shuffle(f"round/{turn}", [number for number in range(size) if number not in resting]))
    return [[next(field) for _ in range(table)] for table in tables]


@given(st.integers(3, 24), st.integers(2, 6), st.integers(1, 7), st.binary(min_size=32, max_size=32))
@settings(max_examples=300, deadline=None)
def test_no_rounds_are_better_than_the_bound(size: int, most: int, rounds: int, seed: bytes) -> None:
    try:
        found, (apart, cost) = dealt(size, most, rounds, Chance(seed, 0))
    except Impossible:
        return
    uneven = Uneven(found, size)
    assert uneven.cost >= cost
    assert uneven.apart() >= apart


@pytest.mark.parametrize(
    ("size", "most", "rounds", "bound"),
    [
        (6, 3, 2, (2, 16)),  # Of three players from one table, two meet again at either of the two tables.
        (8, 4, 3, (2, 60)),
        (9, 3, 4, (0, 36)),
        (11, 4, 3, (2, 57)),
        (4, 4, 3, (0, 54)),  # There is one table, so everyone meets everyone in every round.
    ],
)
def test_the_bound_is_what_can_be_reached(size: int, most: int, rounds: int, bound: tuple[int, int]) -> None:
    luck = Chance(bytes(32), 0)
    found, computed = dealt(size, most, rounds, luck)
    assert computed == bound
    if size != 9:  # The plane is known, but hard to find by chance.
        assert even_out_meetings(found, size, least=bound, luck=luck)[:2] == bound


@given(st.integers(5, 13), st.integers(3, 4), st.integers(2, 4), st.binary(min_size=32, max_size=32))
@settings(max_examples=12, deadline=None)
def test_stopping_at_the_bound_leaves_out_nothing_better(size: int, most: int, rounds: int, seed: bytes) -> None:
    luck = Chance(seed, 0)
    try:
        found, bound = dealt(size, most, rounds, luck)
    except Impossible:
        return
    assert even_out_meetings(found, size, least=bound, luck=luck) == even_out_meetings(
        found, size, least=NEVER, luck=luck
    )


def test_the_search_stops_where_nothing_can_be_better() -> None:
    found, bound = dealt(8, 4, 4, Chance(bytes(32), 0))
    short, long = Counted(bytes(32)), Counted(bytes(32))
    assert even_out_meetings(found, 8, least=bound, luck=short) == even_out_meetings(found, 8, least=NEVER, luck=long)
    assert (short.asked, long.asked) == (1, 20)
