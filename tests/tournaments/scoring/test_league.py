"""Tests of promotion and relegation, by hand and at random."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.tournaments.scoring.league import Finish, Sizes, next_season

SIXES = Sizes(least=6, most=11, moves=2)


def ended(*divisions: Sequence[int], absent: Sequence[int] = ()) -> list[list[Finish]]:
    return [[Finish(player, player in absent) for player in division] for division in divisions]


def tens(number: int, size: int = 6) -> range:
    """Return the players of the division with this number: 11, 12, … in the first."""
    return range(10 * number + 1, 10 * number + size + 1)


def divided(
    *divisions: Sequence[int], absent: Sequence[int] = (), new: Sequence[int] = (), sizes: Sizes = SIXES
) -> Any:
    return next_season(ended(*divisions, absent=absent), new, sizes)


# -- By hand ---------------------------------------------------------------------------------------------------------


def test_the_best_two_go_up_and_the_last_two_go_down() -> None:
    found = divided(tens(1), tens(2), tens(3))
    assert found.divisions == (
        (11, 12, 13, 14, 21, 22),
        (15, 16, 23, 24, 31, 32),
        (25, 26, 33, 34, 35, 36),
    )
    assert found.out == ()


def test_whose_place_was_left_spares_somebody_from_going_down() -> None:
    """Check that, since 12 has left, only one of the last two goes down.

    Since 31 has left, the next ones go up in order.
    """
    found = divided([11, 13, 14, 15, 16], tens(2), [32, 33, 34, 35, 36], new=[41, 42])
    assert found.divisions == (
        (11, 13, 14, 15, 21, 22),
        (16, 23, 24, 25, 32, 33),
        (26, 34, 35, 36, 41, 42),
    )


def test_where_more_left_than_go_down_more_come_up() -> None:
    found = divided([11, 12, 13], tens(2), tens(3), new=[41, 42, 43])
    assert found.divisions == (
        (11, 12, 13, 21, 22, 23),
        (24, 25, 26, 31, 32, 33),
        (34, 35, 36, 41, 42, 43),
    )


def test_who_was_absent_goes_down_whatever_their_place() -> None:
    """Check that 11 goes down for missing the last table despite winning, and that 36, the last player, is out."""
    found = divided(tens(1), tens(2), tens(3), absent=[11, 36], new=[41])
    assert found.divisions == (
        (12, 13, 14, 15, 21, 22),
        (16, 11, 23, 24, 31, 32),
        (25, 26, 33, 34, 35, 41),
    )
    assert found.out == (36,)


def test_who_was_absent_never_goes_up_though_there_is_room() -> None:
    found = divided(tens(1), tens(2), absent=[21, 22])
    assert found.divisions == ((11, 12, 13, 14, 15, 16, 23, 24, 25, 26),)
    assert found.out == (21, 22)


def test_a_division_where_nobody_stayed_goes_down_as_a_whole() -> None:
    found = divided(tens(1), tens(2), tens(3), absent=[*tens(2)])
    assert found.divisions == (
        (11, 12, 13, 14, 15, 16),
        (31, 32, 33, 34, 35, 36),
        (21, 22, 23, 24, 25, 26),
    )


def test_newcomers_begin_in_the_lowest_division_and_change_none_above() -> None:
    found = divided(tens(1), tens(2), new=[41, 42, 43])
    assert found.divisions == (
        (11, 12, 13, 14, 15, 21, 22),
        (16, 23, 24, 25, 26, 41, 42, 43),
    )
    assert divided(tens(1), tens(2), new=[41]).divisions[0] == (11, 12, 13, 14, 21, 22)


def test_there_is_a_division_more_when_the_others_are_full() -> None:
    full = divided(tens(1, 9), tens(2, 9), new=[41, 42, 43, 44])
    assert [len(division) for division in full.divisions] == [11, 11]
    more = divided(tens(1, 9), tens(2, 9), new=[41, 42, 43, 44, 45])
    assert [len(division) for division in more.divisions] == [7, 8, 8]
    assert more.divisions == (
        (11, 12, 13, 14, 15, 21, 22),
        (16, 17, 18, 19, 23, 24, 25, 26),
        (27, 28, 29, 41, 42, 43, 44, 45),
    )


def test_there_is_a_division_less_when_one_would_be_too_small() -> None:
    found = divided(tens(1), tens(2), [31, 32])
    assert [len(division) for division in found.divisions] == [7, 7]
    assert found.divisions[0] == (11, 12, 13, 14, 15, 21, 22)
    assert set(found.divisions[1]) == {16, 23, 24, 25, 26, 31, 32}


def test_the_first_season_is_divided_in_the_order_in_which_people_come() -> None:
    assert divided(new=range(18)).divisions == (tuple(range(9)), tuple(range(9, 18)))
    assert [len(division) for division in divided(new=range(65)).divisions] == [8] * 7 + [9]


@pytest.mark.parametrize("members", range(6))
def test_who_are_too_few_for_a_division_are_one_all_the_same(members: int) -> None:
    assert divided(new=range(members)).divisions == (tuple(range(members)),)


# -- At random -------------------------------------------------------------------------------------------------------


@st.composite
def agreed(draw: st.DrawFn) -> Sizes:
    least = draw(st.integers(3, 7))
    return Sizes(least, draw(st.integers(2 * least - 1, 3 * least)), draw(st.integers(1, (least - 1) // 2)))


@st.composite
def seasons(draw: st.DrawFn, absent: st.SearchStrategy[bool]) -> list[list[Finish]]:
    """Return divisions of any size, as players leaving could produce."""
    number = count()
    held = draw(st.lists(st.lists(absent, max_size=12), max_size=5))
    return [[Finish(next(number), each) for each in division] for division in held]


NEW = st.integers(0, 25).map(lambda many: list(range(1000, 1000 + many)))
ANY = seasons(st.sampled_from([False, False, False, True]))


def places(divisions: Sequence[Sequence[Any]]) -> dict[Any, int]:
    return {player: number for number, division in enumerate(divisions) for player in division}


@given(ANY, NEW, agreed())
def test_everybody_is_somewhere_once(held: list[list[Finish]], new: list[int], sizes: Sizes) -> None:
    found = next_season(held, new, sizes)
    everybody = [*chain(*found.divisions), *found.out]
    assert sorted(everybody) == sorted([each.player for each in chain(*held)] + new)
    assert next_season(held, new, sizes) == found


@given(ANY, NEW, agreed())
def test_the_best_who_was_there_never_goes_down(held: list[list[Finish]], new: list[int], sizes: Sizes) -> None:
    after = places(next_season(held, new, sizes).divisions)
    for number, division in enumerate(held):
        best = next((each.player for each in division if not each.absent), None)
        assert best is None or after[best] <= number


@given(ANY, NEW, agreed())
def test_who_was_absent_goes_down_or_out(held: list[list[Finish]], new: list[int], sizes: Sizes) -> None:
    found = next_season(held, new, sizes)
    after = places(found.divisions)
    for number, division in enumerate(held):
        for each in division:
            if each.absent:
                assert after.get(each.player, len(held) + 1) > number
                assert number + 1 < len(held) or each.player in found.out


@given(ANY, NEW, agreed())
def test_nobody_is_overtaken_by_a_newcomer(held: list[list[Finish]], new: list[int], sizes: Sizes) -> None:
    after = places(next_season(held, new, sizes).divisions)
    highest = min((after[player] for player in new), default=len(held) + 30)
    for number, division in enumerate(held):
        assert all(each.absent or after[each.player] <= max(highest, number + 1) for each in division)
        assert all(each.absent or number <= highest or after[each.player] <= highest for each in division)


@given(ANY, NEW, agreed())
def test_no_division_is_too_small_unless_all_are_too_few(
    held: list[list[Finish]], new: list[int], sizes: Sizes
) -> None:
    found = [len(division) for division in next_season(held, new, sizes).divisions]
    assert len(found) == 1 or min(found) >= sizes.least
    assert max(found) - min(found) <= 1


@given(seasons(st.just(False)), NEW, agreed())
def test_no_division_is_too_large_where_nobody_was_absent(
    held: list[list[Finish]], new: list[int], sizes: Sizes
) -> None:
    assert max(map(len, next_season(held, new, sizes).divisions)) <= sizes.most


@given(st.integers(0, 90), agreed())
def test_where_nobody_comes_or_goes_sizes_stay_and_as_many_go_up_as_down(members: int, sizes: Sizes) -> None:
    before = next_season([], range(members), sizes).divisions
    held = ended(*before)
    after = next_season(held, [], sizes).divisions
    assert list(map(len, before)) == list(map(len, after))
    was = places(before)
    for number, division in enumerate(after[:-1]):
        assert sum(was[player] > number for player in division) == sizes.moves
        assert sum(was[player] < number for player in division) == (sizes.moves if number else 0)
    for number, division in enumerate(before[1:], start=1):
        assert set(division[: sizes.moves]) <= set(after[number - 1])
