"""Tests of standings against tables computed by hand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.results import Bye, Entrant, Result, Results
from apps.tournaments.scoring.standings import Standing, compute_standings
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS, USUAL_TIE_BREAKS

ADA, BEN, CLEO, DORA, EVE, FAY = range(1, 7)
SEED = bytes(range(32))


def pod(number: int, seats: tuple[int, ...], places: tuple[int, ...], scores: tuple[int, ...] = ()) -> Result:
    return Result(number, seats, places, scores)


def table(pods: list[Result], *order: str, byes: tuple[Bye, ...] = (), **more) -> tuple[Standing, ...]:
    everybody = {one for result in pods for one in result.seats} | {bye.entrant for bye in byes}
    people = [Entrant(one) for one in everybody]
    return compute_standings(people, Results(tuple(pods), byes), scoring=Scoring(), seed=SEED, order=order, **more)


def lines(found: tuple[Standing, ...]) -> list[tuple[int, int]]:
    return [(line.place, line.entrant) for line in found]


def test_points_come_first() -> None:
    pods = [pod(1, (ADA, BEN, CLEO), (2, 1, 3)), pod(2, (ADA, BEN, CLEO), (2, 1, 3))]
    found = table(pods)
    assert [(line.entrant, line.points, line.pods) for line in found] == [(BEN, 2, 2), (ADA, 1, 2), (CLEO, 0, 2)]


def test_who_is_equal_in_everything_shares_the_place() -> None:
    found = table([pod(1, (ADA, BEN, CLEO, DORA), (2, 2, 1, 4))], "wins", "opponents", "share")
    assert lines(found) == [(1, CLEO), (2, ADA), (2, BEN), (4, DORA)]


def test_wins_tell_a_first_and_a_last_from_two_middles() -> None:
    pods = [pod(1, (ADA, BEN, CLEO), (1, 2, 3)), pod(2, (ADA, BEN, CLEO), (3, 2, 1))]
    # Ada 1 + 0, Ben ½ + ½, Cleo 0 + 1.
    found = table(pods, "wins")
    assert lines(found) == [(1, ADA), (1, CLEO), (3, BEN)]
    assert [line.measures for line in found] == [(1,), (1,), (0,)]


def test_a_shared_win_counts_in_parts() -> None:
    found = table([pod(1, (ADA, BEN), (1, 1)), pod(1, (CLEO, DORA), (1, 1))], "wins")
    assert {line.measures for line in found} == {(Fraction(1, 2),)}


def test_opponents_strength_is_their_mean_without_the_lowest() -> None:
    pods = [
        pod(1, (ADA, BEN, CLEO), (1, 2, 3)),  # Ada 1, Ben ½, Cleo 0
        pod(1, (DORA, EVE, FAY), (1, 2, 3)),  # Dora 1, Eve ½, Fay 0
        pod(2, (BEN, FAY), (1, 2)),  # Ben 1½
    ]
    # Ada met Ben 1½ and Cleo 0, of which Cleo is left out; Dora met Eve ½ and Fay 0, of which Fay is.
    found = {line.entrant: line for line in table(pods, "opponents")}
    assert (found[ADA].place, found[ADA].measures) == (2, (Fraction(3, 2),))
    assert (found[DORA].place, found[DORA].measures) == (3, (Fraction(1, 2),))


def test_the_only_opponent_is_never_left_out() -> None:
    found = {line.entrant: line for line in table([pod(1, (ADA, BEN), (1, 1))], "opponents")}
    assert found[ADA].measures == (Fraction(1, 2),)


def test_the_share_of_the_score_is_the_mean_over_ones_tables() -> None:
    pods = [
        pod(1, (ADA, BEN), (1, 2), (30, 10)),  # Ada ¾
        pod(1, (CLEO, DORA), (1, 2), (30, 20)),  # Cleo 3⁄5
    ]
    found = table(pods, "share")
    assert lines(found) == [(1, ADA), (2, CLEO), (3, DORA), (4, BEN)]
    assert [line.measures[0] for line in found] == [Fraction(3, 4), Fraction(3, 5), Fraction(2, 5), Fraction(1, 4)]


def test_scores_below_zero_are_counted_from_the_lowest() -> None:
    pods = [pod(1, (ADA, BEN, CLEO), (1, 1, 3), (5, 0, -5))]
    found = {line.entrant: line.measures for line in table(pods, "share")}
    assert (found[ADA], found[BEN]) == ((Fraction(2, 3),), (Fraction(1, 3),))


def test_who_did_not_finish_has_no_share_of_the_score() -> None:
    result = Result(1, (ADA, BEN, CLEO), (1, 2, 3), (6, 3, 1), autopilot=frozenset({ADA}))
    found = table([result, pod(2, (ADA, DORA), (1, 2), (2, 2))], "share")
    every = {line.entrant: (line.points, line.measures) for line in found}
    assert (every[ADA], every[BEN]) == ((1, (Fraction(1, 4),)), (1, (Fraction(3, 4),)))


def test_a_direct_meeting_decides_between_those_who_sat_together() -> None:
    pods = [
        pod(1, (ADA, BEN, CLEO), (2, 1, 3)),
        pod(2, (ADA, DORA), (1, 2)),
        pod(2, (BEN, EVE, FAY), (2, 1, 3)),
    ]
    # Ada ½ + 1 and Ben 1 + ½; Ben won where they met.
    found = table(pods, "direct")
    assert lines(found)[:2] == [(1, BEN), (2, ADA)]


def test_a_direct_meeting_says_nothing_if_not_all_who_are_tied_sat_together() -> None:
    pods = [pod(1, (ADA, BEN), (1, 2)), pod(2, (BEN, CLEO), (1, 2)), pod(3, (CLEO, ADA), (1, 2))]
    found = table(pods, "direct")
    assert [(line.place, line.measures) for line in found] == [(1, (0,))] * 3


def test_late_starts_stand_higher() -> None:
    pods = [pod(1, (ADA, BEN), (1, 1)), pod(2, (ADA, BEN), (1, 1))]
    assert [(line.entrant, line.measures) for line in table(pods, "start")] == [(BEN, (2,)), (ADA, (0,))]
    agreed = table(pods, "start", disadvantage=((Decimal("1.5"), Decimal(0)),))
    assert [(line.entrant, line.measures) for line in agreed] == [(ADA, (3,)), (BEN, (0,))]


def test_a_lot_tells_everybody_apart_and_stays_when_somebody_joins() -> None:
    def order(people: range) -> list[int]:
        found = compute_standings(
            [Entrant(one) for one in people], Results(), scoring=Scoring(), seed=SEED, order=("lot",)
        )
        assert [line.place for line in found] == list(range(1, len(people) + 1))
        return [line.entrant for line in found]

    few, many = order(range(20)), order(range(40))
    assert [one for one in many if one < 20] == few != sorted(few)


def test_another_seed_draws_other_lots() -> None:
    first, second = (
        [
            line.entrant
            for line in compute_standings([Entrant(i) for i in range(20)], Results(), scoring=Scoring(), seed=seed)
        ]
        for seed in (SEED, SEED[::-1])
    )
    assert first != second


def test_tie_breaks_are_asked_in_their_order_and_among_those_still_tied() -> None:
    pods = [
        pod(1, (ADA, BEN), (1, 2), (9, 1)),
        pod(1, (CLEO, DORA), (1, 2), (5, 5)),
        pod(2, (BEN, DORA), (1, 2), (2, 1)),
    ]
    assert lines(table(pods, "opponents", "share"))[:3] == [(1, ADA), (2, BEN), (3, CLEO)]
    assert lines(table(pods, "share", "opponents"))[:3] == [(1, ADA), (2, CLEO), (3, BEN)]


def test_a_bye_pays_what_was_agreed() -> None:
    found = compute_standings(
        [Entrant(ADA)], Results(byes=(Bye(1, ADA),)), scoring=Scoring(bye=Decimal("0.5")), seed=SEED
    )
    assert [(line.points, line.pods) for line in found] == [(Fraction(1, 2), 0)]


def test_who_withdrew_keeps_the_results_and_is_marked() -> None:
    people = [Entrant(ADA, withdrawn=True), Entrant(BEN)]
    found = compute_standings(people, Results((pod(1, (ADA, BEN), (1, 2)),)), scoring=Scoring(), seed=SEED)
    assert [(line.place, line.entrant, line.points, line.withdrawn) for line in found] == [
        (1, ADA, 1, True),
        (2, BEN, 0, False),
    ]


@pytest.mark.parametrize("order", [("wins", "wins"), ("luck",)])
def test_an_unknown_or_repeated_tie_break_is_refused(order) -> None:
    with pytest.raises(ValueError, match="tie-breaks"):
        table([], *order)


def test_nobody_takes_part_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        compute_standings([Entrant(1), Entrant(1)], Results(), scoring=Scoring(), seed=SEED)


def test_every_tie_break_explains_itself_in_a_sentence() -> None:
    assert set(USUAL_TIE_BREAKS) <= set(TIE_BREAKS)
    assert all(one.title and one.explanation.endswith(".") for one in TIE_BREAKS.values())


@given(st.permutations(range(6)), st.integers(0, 2**32))
def test_the_order_of_results_and_entrants_does_not_matter(turned: list[int], whim: int) -> None:
    pods = [pod(i, tuple((i * 5 + j + whim) % 9 for j in range(3)), (1, 2, 3), (3, 2, whim % 3)) for i in range(6)]
    first = compute_standings([Entrant(i) for i in range(9)], Results(tuple(pods)), scoring=Scoring(), seed=SEED)
    other = compute_standings(
        [Entrant(i) for i in reversed(range(9))], Results(tuple(pods[i] for i in turned)), scoring=Scoring(), seed=SEED
    )
    assert first == other
