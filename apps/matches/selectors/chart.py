"""The scores of a match as lines to draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from apps.matches.selectors.score_history import Curve

CHART_SIZE: Final = (600, 200)
"""Width and height of the score chart's lines, in their own units."""
MARK_ROOM_PERCENT: Final = 12
"""Percent of the chart's height above its lines, and as much below, for the marks. The template has the same value."""

MARK_WIDTH_PERCENT: Final = 4.5
"""The width of a picture that marks a move in the chart of a phone, in percent of the chart's width."""


@dataclass(frozen=True)
class ChartLine:
    """One seat's line in the chart."""

    seat: int
    name: str
    points: str
    final: int


@dataclass(frozen=True)
class Mark:
    """A score written beside the chart."""

    score: int
    at: float
    """The position in percent of the chart's height, from the top."""
    above: bool
    """Whether it is written above its line or below."""


@dataclass(frozen=True)
class Chart:
    """The scores of a match with their scale: the best, the worst and zero."""

    lines: tuple[ChartLine, ...]
    marks: tuple[Mark, ...]


def draw_chart(curves: Sequence[Curve], *, reach: Sequence[int] = (0,)) -> Chart | None:
    """Draw the curves as points of polylines, the best score on top. None if there are none.

    :param reach: scores that the chart includes even if no one had them
    """
    if not curves:
        return None
    scores = [*reach, *(score for curve in curves for score in curve.scores)]
    low, high = min(scores), max(scores)
    width, height = CHART_SIZE

    def across(n: int, of: int) -> float:
        return width * n / max(of - 1, 1)

    def down(score: int) -> float:
        return (high - score) / max(high - low, 1)

    def mark(score: int, *, above: bool) -> Mark:
        return Mark(score, round(MARK_ROOM_PERCENT + (100 - 2 * MARK_ROOM_PERCENT) * down(score), 1), above)

    marks = {score: mark(score, above=above) for score, above in ((low, False), (high, True))}
    marks.setdefault(0, mark(0, above=high > -low))  # Away from the nearer one, so that they never meet.
    lines = tuple(
        ChartLine(
            curve.seat,
            curve.name,
            " ".join(
                f"{across(n, len(curve.scores)):.1f},{height * down(score):.1f}"
                for n, score in _list_bends(curve.scores)
            ),
            curve.scores[-1],
        )
        for curve in curves
    )
    return Chart(lines, tuple(marks.values()))


def assign_lanes(places: Sequence[float]) -> tuple[int, ...]:
    """Return for each of these marks the first lane in which it overlaps none before it.

    :param places: in percent of the chart's width, in order
    """
    ends: list[float] = []
    lanes = []
    for place in places:
        lane = next((n for n, end in enumerate(ends) if place - end >= MARK_WIDTH_PERCENT), len(ends))
        ends[lane : lane + 1] = [place]
        lanes.append(lane)
    return tuple(lanes)


def _list_bends(scores: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the points where the line starts, ends or could bend. Most moves don't change the score."""
    for n, score in enumerate(scores):
        if n in (0, len(scores) - 1) or not scores[n - 1] == score == scores[n + 1]:
            yield n, score
