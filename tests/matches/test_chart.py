"""Tests of the score chart's lines and of the marks at its side."""

from __future__ import annotations

from itertools import pairwise

import pytest

from apps.matches.selectors import chart, score_history


def curve(*scores: int) -> score_history.Curve:
    return score_history.Curve(0, "ada", scores)


@pytest.mark.parametrize(
    ("scores", "marks"),
    [
        ((0, 4, -2), {4: True, 0: True, -2: False}),
        ((0, 1, -9), {1: True, 0: False, -9: False}),
        ((0, 5), {5: True, 0: False}),
        ((0, -5), {0: True, -5: False}),
        ((3, 5), {5: True, 0: False}),
        ((0, 0), {0: True}),
    ],
)
def test_the_marks_of_the_chart_do_not_meet(scores: tuple[int, ...], marks: dict[int, bool]) -> None:
    drawn = chart.draw_chart([curve(*scores)])
    assert drawn is not None
    assert {mark.score: mark.above for mark in drawn.marks} == marks
    places = [mark.at for mark in sorted(drawn.marks, key=lambda mark: -mark.score)]
    assert places == sorted(places)
    assert all(chart.MARK_ROOM_PERCENT <= place <= 100 - chart.MARK_ROOM_PERCENT for place in places)


def test_lines_run_from_the_first_move_to_the_last_and_the_best_score_is_on_top() -> None:
    drawn = chart.draw_chart([curve(0, 4, -4)])
    assert drawn is not None
    width, height = chart.CHART_SIZE
    assert drawn.lines == (chart.ChartLine(0, "ada", f"0.0,{height / 2} {width / 2},0.0 {width:.1f},{height:.1f}", -4),)


def test_a_line_is_drawn_by_where_it_bends() -> None:
    drawn = chart.draw_chart([curve(0, 0, 0, 0, 2, 2, 2, 1, 1, 1, 1)])
    assert drawn is not None
    assert drawn.lines[0].points == "0.0,200.0 180.0,200.0 240.0,0.0 360.0,0.0 420.0,100.0 600.0,100.0"


def test_no_curves_are_no_chart() -> None:
    assert chart.draw_chart([]) is None


def test_marks_that_would_overlap_are_in_different_lanes() -> None:
    places = (0, 2, 4, 5, 50, 54, 60)
    lanes = chart.assign_lanes(places)
    assert lanes == (0, 1, 2, 0, 0, 1, 0)
    for lane in set(lanes):
        own = [place for place, each in zip(places, lanes, strict=True) if each == lane]
        assert all(two - one >= chart.MARK_WIDTH_PERCENT for one, two in pairwise(own))
