"""Tests of final rankings: a knockout from its final backwards, then the table of points."""

from __future__ import annotations

from apps.tournaments.formats.progression import PlayedRound
from apps.tournaments.formats.ranking import compute_ranking
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.results import Entrant, Result, Results
from apps.tournaments.scoring.standings import compute_standings

SEED = bytes(32)


def table(*order: int, missing: frozenset[int] = frozenset()) -> Result:
    """Return the result of a table that ended in this order."""
    return Result(0, order, tuple(range(1, len(order) + 1)), missing=missing)


def places(knockout: list[PlayedRound], order: range, *, onward: int = 1, out: set[int] | None = None) -> list[int]:
    found = compute_ranking((), order, knockout, onward=onward, scoring=Scoring(), out=out or set())
    assert [line.place for line in found] == list(range(1, len(found) + 1))
    return [line.entrant for line in found]


def test_the_final_decides_first_then_who_lost_to_whom_in_the_order_they_came_in() -> None:
    """Check eight players in duels. Losers rank below those of the next round, the better seeded first."""
    first = PlayedRound(0, tuple(range(1, 9)), (table(1, 8), table(7, 2), table(3, 6), table(5, 4)))
    second = PlayedRound(0, (1, 3, 5, 7), (table(7, 1), table(3, 5)))
    final = PlayedRound(0, (3, 7), (table(7, 3),))
    assert places([first, second, final], range(1, 9)) == [7, 3, 1, 5, 2, 4, 6, 8]


def test_places_at_larger_tables_come_before_the_order_they_came_in() -> None:
    first = PlayedRound(0, tuple(range(1, 9)), (table(8, 1, 4, 5), table(7, 2, 6, 3)))
    final = PlayedRound(0, (1, 2, 7, 8), (table(1, 2, 7, 8),))
    assert places([first, final], range(1, 9), onward=2) == [1, 2, 7, 8, 4, 6, 3, 5]


def test_while_it_is_played_who_has_advanced_comes_first_then_who_still_plays_then_who_is_out() -> None:
    first = PlayedRound(0, tuple(range(1, 9)), (table(1, 8), table(7, 2), table(3, 6), table(5, 4)))
    assert places([first], range(1, 9)) == [1, 3, 5, 7, 2, 4, 6, 8]
    second = PlayedRound(0, (1, 3, 5, 7), (table(7, 1),))
    assert places([first, second], range(1, 9)) == [7, 3, 5, 1, 2, 4, 6, 8]


def test_those_still_in_are_ordered_by_their_places_so_far_the_latest_first() -> None:
    first = PlayedRound(0, tuple(range(1, 9)), (table(8, 1, 4, 5), table(7, 2, 6, 3)))
    assert places([first], range(1, 9), onward=2) == [7, 8, 1, 2, 4, 6, 3, 5]
    final = PlayedRound(0, (1, 2, 7, 8), ())
    assert places([first, final], range(1, 9), onward=2) == [7, 8, 1, 2, 4, 6, 3, 5]


def test_who_withdraws_during_a_round_is_no_longer_still_in() -> None:
    first = PlayedRound(0, tuple(range(1, 9)), (table(1, 8), table(7, 2), table(3, 6), table(5, 4)))
    second = PlayedRound(0, (1, 3, 5, 7), (table(7, 1),))
    assert places([first, second], range(1, 9), out={3}) == [7, 5, 1, 3, 2, 4, 6, 8]


def test_who_never_came_stands_behind_who_lost() -> None:
    """Check a first table to which no one came, so neither player has a place there."""
    semis = PlayedRound(0, (1, 2, 3, 4), (table(1, 2, missing=frozenset({1, 2})), table(4, 3)))
    assert places([semis], range(1, 5)) == [4, 3, 1, 2]


def test_who_rested_and_left_stands_behind_who_played() -> None:
    first = PlayedRound(0, (1, 2, 3, 4, 5), (table(4, 5),), byes=(1, 2, 3))
    second = PlayedRound(0, (2, 3, 4), (table(3, 4),), byes=(2,))
    final = PlayedRound(0, (2, 3), (table(2, 3),))
    assert places([first, second, final], range(1, 6)) == [2, 3, 4, 5, 1]


def test_who_withdrew_before_a_final_that_could_not_be_played_stands_behind_who_would_have() -> None:
    semis = PlayedRound(0, tuple(range(1, 9)), (table(1, 4, 5, 8), table(2, 3, 6, 7)))
    assert places([semis], range(1, 9), onward=2, out={1, 4, 5, 2, 3}) == [6, 7, 8, 1, 2, 3, 4, 5]


def test_who_did_not_reach_the_knockout_shares_places_as_in_the_table_of_points() -> None:
    results = Results((Result(0, (1, 2, 3, 4), (1, 2, 2, 4)),))
    standing = compute_standings([Entrant(one) for one in range(1, 5)], results, scoring=Scoring(), seed=SEED, order=())
    final = PlayedRound(1, (1, 4), (table(4, 1),))
    found = compute_ranking(standing, (1, 2, 3, 4), [final], onward=1, scoring=Scoring())
    assert [(line.place, line.entrant) for line in found] == [(1, 4), (2, 1), (3, 2), (3, 3)]
