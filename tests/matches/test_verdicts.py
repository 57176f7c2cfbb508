"""Tests of verdicts on moves, which put measured quality and luck into words."""

from __future__ import annotations

import msgspec
import pytest

from apps.games import load_games
from apps.kernel.analysis import Judged, Rated
from apps.kernel.table import Seat
from apps.matches.engine.insight import Insight, Point
from apps.matches.selectors.verdicts import (
    Luck,
    Marks,
    Verdict,
    build_verdicts,
    compute_loss,
    count_marks,
    grade_decision,
)

FUSE = load_games()["fuse"]


def judged(*worths: float, given: int = 0, error: float = 0.005, swing: tuple[float, float] = (0, 0)) -> Judged:
    answers = tuple(Rated(msgspec.Raw(b"{}"), worth, error) for worth in worths)
    return Judged(move=1, seat=Seat(0), about="turn", swing=swing, error=error, answers=answers, given=given)


@pytest.mark.parametrize(
    ("decision", "found"),
    [
        (judged(0.6, 0.57), "best"),
        (judged(0.6, 0.45, 0.4), "only"),
        (judged(0.6, 0.45, 0.57), "best"),
        (judged(0.6, 0.585, given=1, error=0.002), "good"),
        (judged(0.6, 0.55, given=1), "slip"),
        (judged(0.6, 0.5, given=1), "missed"),
    ],
)
def test_a_decision_is_as_good_as_what_it_lost(decision: Judged, found: str) -> None:
    assert grade_decision(decision) == found


@pytest.mark.parametrize(
    "decision",
    [
        judged(0.6, 0.59),
        judged(0.6, 0.45, error=0.1),
        judged(0.6, 0.45, 0.59),
        judged(0.6, 0.59, given=1),
        judged(0.6, 0.55, given=1, error=0.05),
        judged(0.6, 0.5, given=1, error=0.2),
        judged(0.6, 0.61, given=1),
        judged(0.6, 0.6),
    ],
)
def test_where_two_answers_differ_by_less_than_their_uncertainty_none_is_best_and_none_a_mistake(
    decision: Judged,
) -> None:
    assert (grade_decision(decision), compute_loss(decision)) == ("close", 0)
    assert build_verdicts(FUSE, Insight((decision,), ())) == {1: Verdict("close")}


@pytest.mark.parametrize("lost", [0.09, 0.2, 0.5])
def test_the_larger_the_uncertainty_the_larger_is_the_smallest_mistake(lost: float) -> None:
    sure, unsure = (judged(0.6, 0.6 - lost, given=1, error=lost * part) for part in (0.3, 0.4))
    assert (grade_decision(sure), grade_decision(unsure)) == ("missed", "close")


def test_an_answer_without_another_is_no_decision_to_judge() -> None:
    assert build_verdicts(FUSE, Insight((judged(0.6),), ())) == {}


def test_luck_is_what_chances_changed_beside_all_decisions() -> None:
    course = (Point(0, (0.5, 0.5)), Point(1, (0.1, 0.9)), Point(2, (0.1, 0.9)), Point(3, (0.55, 0.45)))
    own = judged(0.5, 0.1, given=1, swing=(-0.4, 0.4))
    found = build_verdicts(FUSE, Insight((own,), course))
    assert found == {1: Verdict("missed", 40), 3: Verdict(luck=Luck(Seat(0), 45))}
    assert build_verdicts(FUSE, Insight((), course))[1].luck == Luck(Seat(0), -40)


def test_what_two_measurements_differ_by_is_no_luck() -> None:
    course = (Point(0, (0.5, 0.5)), Point(1, (0.64, 0.36)))
    assert build_verdicts(FUSE, Insight((), course)) == {}


def test_decisions_of_bots_have_no_verdict() -> None:
    assert build_verdicts(FUSE, Insight((judged(),), ())) == {}


def test_marks_count_good_moves_together_and_leave_out_what_never_occurs() -> None:
    found = count_marks(["best", "close", "only", "missed", "best", "missed", "good"])
    assert found == Marks(only=1, good=3, close=1, slip=0, missed=2)
    assert found.shown == (("only", 1), ("best", 3), ("close", 1), ("missed", 2))
    assert found.certain == (("only", 1), ("best", 3), ("missed", 2))
    assert (found.total, found.share) == (7, 71)
    assert (Marks().total, Marks().shown) == (0, ())
