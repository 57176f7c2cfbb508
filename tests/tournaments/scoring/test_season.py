"""Tests of how places add up over a season, by hand and at random."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from apps.tournaments.scoring.season import Placing, compute_season_course, compute_season_lines

ADA, BEN, CLEO = 1, 2, 3


def came(tournament: int, player: int, place: int, entrants: int) -> Placing:
    """Return a player's placing without ties."""
    return Placing(tournament, player, entrants - place)


def test_a_tournament_brings_a_point_and_one_for_everybody_who_stood_lower() -> None:
    found = compute_season_lines([came(0, player, player, 4) for player in (1, 2, 3, 4)], best=0)
    assert [line.points for line in found] == [4, 3, 2, 1]
    shared = compute_season_lines([Placing(0, ADA, 8), Placing(0, BEN, 8), Placing(0, CLEO, 0)], best=0)
    assert [(line.place, line.points) for line in shared] == [(1, 9), (1, 9), (3, 1)]


def test_the_best_so_many_count() -> None:
    placings = [came(0, ADA, 1, 8), came(1, ADA, 8, 8), came(2, ADA, 3, 8), came(0, BEN, 2, 8)]
    ada, ben = compute_season_lines(placings, best=2)
    assert (ada.player, ada.points, ada.counted) == (ADA, 8 + 6, {0, 2})
    assert ada.brought == {0: 8, 1: 1, 2: 6}
    assert (ben.place, ben.points) == (2, 7)
    assert compute_season_lines(placings, best=0)[0].points == 8 + 1 + 6


def test_of_equal_sums_the_better_best_tournament_decides_and_who_is_equal_in_all_shares() -> None:
    placings = [
        came(0, ADA, 1, 5), came(1, ADA, 5, 5),  # 5 + 1
        came(0, BEN, 3, 5), came(1, BEN, 3, 5),  # 3 + 3
        came(0, CLEO, 5, 5), came(1, CLEO, 1, 5),  # 1 + 5
    ]  # fmt: skip
    found = compute_season_lines(placings, best=0)
    assert [(line.player, line.place, line.points) for line in found] == [(ADA, 1, 6), (CLEO, 1, 6), (BEN, 3, 6)]


def test_nobody_played() -> None:
    assert compute_season_lines([], best=3) == ()


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 12), st.integers(1, 20)), unique_by=lambda each: each[:2]),
    st.integers(0, 5),
)
def test_nobody_loses_by_playing_more(played: list[tuple[int, int, int]], best: int) -> None:
    placings = [came(tournament, player, place, 20) for tournament, player, place in played]
    lines = {line.player: line for line in compute_season_lines(placings, best=best)}
    assert len(lines) == len({each.player for each in placings})
    more = compute_season_lines([*placings, came(10, 1, 20, 20)], best=best)
    after = next(line for line in more if line.player == 1)
    assert 1 not in lines or after.points >= lines[1].points
    for line in lines.values():
        assert line.points == sum(line.brought[each] for each in line.counted)
        assert len(line.counted) == min(len(line.brought), best or len(line.brought))
        sums = compute_season_course(line.brought, 10, best=best)
        assert list(sums) == sorted(sums)
        assert sums[-1] == line.points
