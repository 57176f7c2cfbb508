"""The course of a rating as shapes to draw. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from apps.ratings.displayed_rating import Points

WIDTH: Final = 600
HEIGHT: Final = 200


@dataclass(frozen=True)
class Course:
    """A line within its band of uncertainty."""

    line: str
    """The points of a polyline, in a box of `WIDTH` by `HEIGHT`."""
    band: str
    """The points of a polygon."""
    lowest: int
    highest: int


def draw_rating_course(points: Sequence[Points]) -> Course | None:
    """Return the course from left to right, or None for fewer than two points."""
    if len(points) < 2:
        return None
    lowest, highest = min(one.least for one in points), max(one.most for one in points)

    def at(n: int, value: int) -> str:
        down = (highest - value) / max(highest - lowest, 1)
        return f"{WIDTH * n / (len(points) - 1):.1f},{HEIGHT * down:.1f}"

    above = [at(n, one.most) for n, one in enumerate(points)]
    below = [at(n, one.least) for n, one in enumerate(points)]
    return Course(
        line=" ".join(at(n, one.points) for n, one in enumerate(points)),
        band=" ".join([*above, *reversed(below)]),
        lowest=lowest,
        highest=highest,
    )
