"""Tests of points in an arena, by hand and at random."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from apps.tournaments.scoring.arena import ArenaLine, compute_arena_lines

ADA, BEN, CLEO, STRANGER = 1, 2, 3, 9


def line(player: int, *matches: list[tuple[int, int]], streak: int = 3) -> ArenaLine:
    found = compute_arena_lines([ADA, BEN, CLEO], matches, streak=streak)
    return next(each for each in found if each.player == player)


def test_a_match_brings_a_point_for_everybody_who_takes_part_and_came_in_lower() -> None:
    table = [(BEN, 2), (ADA, 1), (CLEO, 3)]
    found = compute_arena_lines([ADA, BEN, CLEO], [table], streak=3)
    assert [(each.player, each.place, each.points, each.wins) for each in found] == [
        (1, 1, 2, 1),
        (2, 2, 1, 0),
        (3, 3, 0, 0),
    ]


def test_whom_nobody_knows_counts_for_nobody() -> None:
    assert line(ADA, [(STRANGER, 2), (ADA, 1)]).matches == 0
    assert line(ADA, [(STRANGER, 1), (ADA, 2), (BEN, 3), (8, 4)]).points == 1
    assert line(ADA, [(STRANGER, 1), (ADA, 2), (BEN, 3)]).wins == 1, "the best of those who take part"


def test_the_third_win_in_a_row_counts_twice_and_those_after_it() -> None:
    won, lost = [(ADA, 1), (BEN, 2)], [(ADA, 2), (BEN, 1)]
    assert [line(ADA, *[won] * count).points for count in (1, 2, 3, 4)] == [1, 2, 4, 6]
    after = line(ADA, won, won, won, lost, won)
    assert (after.points, after.row, after.longest, after.wins, after.matches) == (5, 1, 3, 4, 5)
    assert line(ADA, won, won, won, streak=0).points == 3


def test_a_shared_first_place_wins_where_somebody_is_below() -> None:
    shared = line(ADA, [(ADA, 1), (BEN, 1), (CLEO, 3)])
    assert (shared.points, shared.wins) == (1, 1)
    assert line(ADA, [(ADA, 1), (BEN, 1)]).wins == 0


def test_who_has_played_none_stands_below_who_has_lost_all() -> None:
    found = compute_arena_lines([CLEO, BEN, ADA], [[(ADA, 1), (BEN, 2)], [(ADA, 1), (BEN, 2)]], streak=3)
    assert [(each.player, each.place) for each in found] == [(ADA, 1), (BEN, 2), (CLEO, 3)]


def test_of_equal_points_more_wins_decide_then_fewer_matches_and_the_rest_is_shared() -> None:
    matches = [[(ADA, 1), (BEN, 2)], [(BEN, 1), (CLEO, 2)], [(CLEO, 1), (ADA, 2)], [(CLEO, 1), (BEN, 1)]]
    found = compute_arena_lines([ADA, BEN, CLEO, STRANGER], matches, streak=3)
    assert [(each.player, each.place, each.points, each.matches) for each in found] == [
        (ADA, 1, 1, 2), (BEN, 2, 1, 3), (CLEO, 2, 1, 3), (STRANGER, 4, 0, 0),
    ]  # fmt: skip


TABLES = st.lists(st.permutations(range(6)).map(lambda order: list(zip(order, range(1, 5), strict=False))), max_size=30)


@given(TABLES, st.integers(0, 4))
def test_everybody_stands_there_once_and_nobody_loses_by_playing(
    tables: list[list[tuple[int, int]]], streak: int
) -> None:
    found = compute_arena_lines(range(5), tables, streak=streak)
    assert sorted(each.player for each in found) == list(range(5))
    assert [each.place for each in found] == sorted(each.place for each in found)
    before = {each.player: each for each in compute_arena_lines(range(5), tables[:-1], streak=streak)}
    assert all(each.points >= before[each.player].points for each in found)
    assert all(each.longest <= each.wins <= each.matches for each in found)


def test_who_is_stronger_stands_above_and_who_plays_more_above_who_plays_less() -> None:
    """Check a week of 40 players at tables of four. Both the strong and the weak half include busy and idle players."""
    luck, busy = random.Random(4), {player: 3 if player % 2 else 1 for player in range(40)}
    matches = []
    for _match in range(400):
        seats: list[int] = []
        while len(seats) < 4:
            [one] = luck.choices(list(busy), weights=list(busy.values()))
            seats += [one] if one not in seats else []
        order = sorted(seats, key=lambda player: player + luck.gauss(0, 10))
        matches.append([(player, place) for place, player in enumerate(order, start=1)])
    place = {each.player: each.place for each in compute_arena_lines(busy, matches, streak=3)}
    mean = {
        (strong, eager): sum(place[one] for one in busy if (one < 20) == strong and one % 2 == eager) / 10
        for strong in (True, False)
        for eager in (1, 0)
    }
    assert mean[True, 1] < mean[True, 0] < mean[False, 0]
    assert mean[True, 1] < mean[False, 1] < mean[False, 0]
