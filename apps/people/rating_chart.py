"""The course of a rating as shapes to draw: a line over its matches, with dates below and ratings at the left. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from apps.ratings.selectors.player import Step

TICK_STEPS: Final = (50, 100, 200, 500, 1000)
"""Points from one value at the left to the next. The smallest that needs few values is used."""
MAX_TICK_STEPS: Final = 4
"""Maximum steps between the lowest and the highest value at the left."""
MIDDLE_SHARE: Final = 9
"""Percent of the width by which the middle date can be off, so that it never touches another."""
EDGE_SHARE: Final = 25
"""Percent of the width at either side in which a label starts, or ends, at its point."""


@dataclass(frozen=True)
class Point:
    """The rating after a match. Positions are in percent of width and height."""

    x: float
    y: float
    left: float
    """Where the area starts that shows and opens the match."""
    width: float
    anchor: str
    """The `text-anchor` of its label: start, middle or end."""
    step: Step
    best: bool


@dataclass(frozen=True)
class Tick:
    """A value at the left."""

    value: int
    y: float


@dataclass(frozen=True)
class Day:
    """A date below."""

    at: datetime
    x: float
    anchor: str


@dataclass(frozen=True)
class Course:
    """A rating over its matches, oldest first."""

    line: str
    """The points of a polyline, in a box of 100 by 100. The first is the rating before the first match."""
    points: tuple[Point, ...]
    ticks: tuple[Tick, ...]
    """From the highest value to the lowest."""
    days: tuple[Day, ...]


def draw_rating_course(steps: Sequence[Step], *, best: int | None = None) -> Course | None:
    """Return the course, with its points of `best` marked, or None for fewer than two steps, oldest first."""
    if len(steps) < 2:
        return None
    ratings = [step.points.points for step in steps]
    start = ratings[0] - steps[0].change
    values = _choose_tick_values(min(start, *ratings), max(start, *ratings))
    gap = 100 / len(steps)

    def place(value: int) -> float:
        return round(100 * (values[0] - value) / (values[0] - values[-1]), 2)

    marked = ratings.index(best) if best in ratings else None
    points = tuple(
        Point(
            x=round(gap * n, 2),
            y=place(rating),
            left=round(gap * (n - 0.5), 2),
            width=round(gap / (1 if n < len(steps) else 2), 2),
            anchor=_choose_anchor(gap * n),
            step=step,
            best=n - 1 == marked,
        )
        for n, (rating, step) in enumerate(zip(ratings, steps, strict=True), start=1)
    )
    return Course(
        line=" ".join([f"0,{place(start)}", *(f"{point.x},{point.y}" for point in points)]),
        points=points,
        ticks=tuple(Tick(value, place(value)) for value in values),
        days=tuple(_label_days(points)),
    )


def draw_rating_line(steps: Sequence[Step]) -> str:
    """Return the course as the points of a polyline in a box of 100 by 100, empty for fewer than two steps."""
    if len(steps) < 2:
        return ""
    return draw_line([steps[0].points.points - steps[0].change, *(step.points.points for step in steps)])


def draw_line(ratings: Sequence[int]) -> str:
    """Return the rating at the start and after each step in the same way, empty for fewer than two steps."""
    if len(ratings) < 3:
        return ""
    highest, span, last = max(ratings), max(ratings) - min(ratings) or 1, len(ratings) - 1
    return " ".join(f"{100 * n / last:.0f},{100 * (highest - each) / span:.0f}" for n, each in enumerate(ratings))


def _choose_tick_values(lowest: int, highest: int) -> list[int]:
    """Return a few round values, from one that isn't below the highest rating to one that isn't above the lowest."""
    for step in TICK_STEPS:
        bottom, top = lowest // step * step, -(-highest // step) * step
        if (top - bottom) // step <= MAX_TICK_STEPS or step == TICK_STEPS[-1]:
            break
    return list(range(max(top, bottom + step), bottom - 1, -step))


def _label_days(points: Sequence[Point]) -> Iterator[Day]:
    """Yield the first date where the line starts, one in the middle if a point is there, and the last."""
    yield Day(points[0].step.at, 0, "start")
    middle = points[len(points) // 2]
    for point in (*([middle] if abs(middle.x - 50) < MIDDLE_SHARE else ()), points[-1]):
        yield Day(point.step.at, point.x, point.anchor)


def _choose_anchor(x: float) -> str:
    return "start" if x < EDGE_SHARE else "middle" if x <= 100 - EDGE_SHARE else "end"
