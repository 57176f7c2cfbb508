"""Tests of the numbers behind tie-breaks, for every player."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from apps.tournaments.scoring.figures import Figure, compute_figures
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.results import Bye, Entrant, Result, Results
from apps.tournaments.scoring.score_sheet import Sheet
from apps.tournaments.scoring.standings import compute_standings
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS, USUAL_TIE_BREAKS

ADA, BEN, CLEO, DORA, EVE = range(1, 6)
SEED = bytes(32)
ROUNDS = Results(
    (
        Result(0, (ADA, BEN, CLEO), (1, 2, 3)),  # Ada 1, Ben ½, Cleo 0
        Result(0, (DORA, EVE), (1, 1)),  # ½ each
        Result(1, (ADA, DORA, EVE), (2, 1, 3)),  # Dora 1, Ada ½, Eve 0
        Result(1, (BEN, CLEO), (1, 2)),  # Ben 1
    )
)
# Ada 1½, Ben 1½, Cleo 0, Dora 1½, Eve ½.


def of(results: Results, entrant: int, *order: str) -> dict[str, Figure]:
    people = [Entrant(one) for one in sorted({one for pod in results.pods for one in pod.seats})]
    lines = compute_standings(people, results, scoring=Scoring(), seed=SEED, order=order)
    return {one.name: one for one in compute_figures(lines, Sheet(results, Scoring(), SEED), order)[entrant]}


def test_the_middle_of_those_met_is_without_the_lowest_and_the_highest() -> None:
    # Ada met Ben 1½, Cleo 0, Dora 1½ and Eve ½.
    found = of(ROUNDS, ADA, "median")["median"]
    assert found.value == (Fraction(1, 2) + Fraction(3, 2)) / 2
    assert [term.counted for term in found.terms] == [False, True, True, False]


def test_of_those_left_behind_all_their_points_count_and_half_of_equals() -> None:
    # Dora tied with Eve (½ · ½), then beat Ada (1½) and Eve (½); she met three players.
    assert of(ROUNDS, DORA, "beaten")["beaten"].value == (Fraction(1, 4) + Fraction(3, 2) + Fraction(1, 2)) / 3


def test_early_points_are_what_stood_there_after_each_round_with_byes() -> None:
    results = Results(ROUNDS.pods, (Bye(2, ADA),))
    lines = compute_standings(
        [Entrant(ADA)], results, scoring=Scoring(bye=Decimal(1)), seed=SEED, order=("progressive",)
    )
    [found] = compute_figures(lines, Sheet(results, Scoring(bye=Decimal(1)), SEED), ("progressive",))[ADA]
    assert [term.value for term in found.terms] == [1, Fraction(3, 2), Fraction(5, 2)]
    assert found.value == 5


def test_everybody_has_every_number_and_what_was_asked_of_them_is_marked() -> None:
    ada, eve = of(ROUNDS, ADA, *USUAL_TIE_BREAKS), of(ROUNDS, EVE, *USUAL_TIE_BREAKS)
    assert [ada[name].needed for name in USUAL_TIE_BREAKS][:2] == [True, True], "Ada, Ben and Dora are equal in points"
    assert set(ada["wins"].tied) == {ADA, BEN, DORA}
    assert not any(one.needed for one in eve.values())
    assert eve["opponents"].value is not None
    assert (eve["direct"].value, eve["lot"].value) == (None, None), "nobody is equal to Eve"


@given(st.lists(st.tuples(st.permutations(range(5)), st.integers(2, 5), st.integers(0, 9)), max_size=6))
def test_what_decided_is_the_same_as_in_the_standings(drawn: list[tuple[list[int], int, int]]) -> None:
    pods = tuple(
        Result(number, tuple(seats[:size]), tuple(1 + place // 2 for place in range(size)), tuple(range(size)))
        for number, (seats, size, _) in enumerate(drawn)
    )
    results, order = Results(pods), tuple(TIE_BREAKS)
    lines = compute_standings([Entrant(one) for one in range(5)], results, scoring=Scoring(), seed=SEED, order=order)
    found = compute_figures(lines, Sheet(results, Scoring(), SEED), order)
    for line in lines:
        asked = [one for one in found[line.entrant] if one.needed]
        assert tuple(one.value for one in asked) == line.measures
        assert all(one.value == TIE_BREAKS[one.name].folded(one.terms) for one in asked)
