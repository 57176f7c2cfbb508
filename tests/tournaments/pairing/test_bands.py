"""Tests of knockouts in which earlier opponents meet again only if their seeding leaves no other way."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from apps.tournaments.pairing import bands
from apps.tournaments.pairing.bands import compute_tables_cost, rearrange_within_bands
from apps.tournaments.pairing.history import Past, sort_pair
from apps.tournaments.pairing.knockout import Step, deal_in_snake, pair_knockout_round


def drawn(whim: int, field: int, tables: int, times: int) -> tuple[list[list[int]], Past]:
    """Return seeded tables, and pairs who have met before."""
    luck = Random(whim)
    met = Counter(sort_pair(*luck.sample(range(field), 2)) for _ in range(times))
    blocks = frozenset(sort_pair(*luck.sample(range(field), 2)) for _ in range(times // 6))
    return deal_in_snake(range(field), tables), Past(met=met, blocks=blocks)


def in_bands(tables: list[list[int]]) -> list[set[int]]:
    return [{table[place] for table in tables if place < len(table)} for place in range(max(map(len, tables)))]


@given(st.integers(0, 10**6), st.integers(6, 40), st.integers(2, 8), st.integers(0, 60))
def test_everybody_stays_in_their_band_and_nothing_becomes_worse(whim: int, field: int, count: int, times: int) -> None:
    tables, past = drawn(whim, field, count, times)
    found = rearrange_within_bands(tables, past)
    assert in_bands(found) == in_bands(tables)
    assert compute_tables_cost(found, past) <= compute_tables_cost(tables, past)
    if compute_tables_cost(tables, past) == bands.NO_COST:
        assert found == tables


@given(st.integers(0, 10**6), st.integers(0, 20))
def test_in_small_rounds_no_way_within_the_bands_is_better(whim: int, times: int) -> None:
    tables, past = drawn(whim, 9, 3, times)
    one, two, three = ([table[place] for table in tables] for place in range(3))
    least = min(
        compute_tables_cost(list(zip(one, second, third, strict=True)), past)
        for second in permutations(two)
        for third in permutations(three)
    )
    assert compute_tables_cost(rearrange_within_bands(tables, past), past) == least


def test_in_knockouts_of_27_nobody_meets_again_of_whom_two_of_each_three_went_on() -> None:
    """Check a field as in Frogs: 27 at tables of three, two of whom advance, then 18 at six tables."""
    first = pair_knockout_round(range(27), Step(27, 9, 0), Past())
    past = Past().then([pod.seats for pod in first.pods])
    avoided = 0
    for luck in map(Random, range(60)):
        through = sorted(one for pod in first.pods for one in luck.sample(pod.seats, 2))
        second = pair_knockout_round(through, Step(18, 6, 0), past)
        assert not [two for pod in second.pods for two in combinations(pod.seats, 2) if past.meetings(*two)]
        avoided += compute_tables_cost(deal_in_snake(through, 6), past) > bands.NO_COST
    assert avoided > 30, "the plain snake seats some of them together again"
