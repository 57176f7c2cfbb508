"""A finished match in a few numbers: lead changes, closeness, excitement, its scores as a small chart. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from apps.matches.engine import leads

EDITION: Final = 2
"""Of what is computed here, of the games' feats and thirds: digests of an older one are computed anew by night."""
SAMPLES: Final = 32
"""Scores of each seat in the small chart."""
TOP: Final = 255
"""The best score in it; the worst is 0."""
_HALF: Final = 3
"""So many changes of the lead are half as exciting as any number of them."""


LENGTHS: Final = ("short", "middle", "long")
"""About a third of a game's matches each: what is long at one table is short at another."""


class Digest(NamedTuple):
    """What the course of the scores says of a match."""

    leads: int
    margin: int | None
    excitement: int
    course: bytes


def digest(course: Sequence[Sequence[int]], final: Sequence[int]) -> Digest:
    """Of the scores by seat after each move, and those of its outcome; without these it ended without a result."""
    changes = leads.changes(tuple(zip(*course, strict=True)))
    if len(final) < 2 or not course:
        return Digest(changes, None, 0, sampled(course))
    best = sorted(range(len(final)), key=lambda seat: -final[seat])[:2]  # How far behind others fell is another story.
    theirs = [scores[seat] for scores in (*course, final) for seat in best]
    margin = final[best[0]] - final[best[1]]
    closeness = 1 - margin / max(max(theirs) - min(theirs), 1)
    swing = changes / (changes + _HALF)
    return Digest(changes, margin, round(500 * closeness + 500 * swing), sampled([*course, final]))


def length(moves: int, thirds: Sequence[int]) -> int:
    """Which of the `LENGTHS` a match of so many moves has, if so many moves each end the first thirds of its game."""
    return bisect_left(thirds, moves)


def sampled(course: Sequence[Sequence[int]]) -> bytes:
    """The scores at a few moves, seat after seat, a byte each, between worst and best; empty if there are none."""
    if not course:
        return b""
    last = len(course) - 1
    chosen = [course[round(last * n / (SAMPLES - 1))] for n in range(SAMPLES)]
    low, high = min(map(min, chosen)), max(map(max, chosen))
    return bytes(
        round(TOP * (scores[seat] - low) / max(high - low, 1)) for seat in range(len(course[0])) for scores in chosen
    )


def polylines(course: bytes, *, width: int, height: int) -> tuple[str, ...]:
    """The points of each seat's line in a drawing of this size."""
    return tuple(
        " ".join(
            f"{width * n / (SAMPLES - 1):.0f},{height * (TOP - score) / TOP:.0f}"
            for n, score in enumerate(scores)
            if n in (0, SAMPLES - 1) or not scores[n - 1] == score == scores[n + 1]
        )
        for scores in (course[start : start + SAMPLES] for start in range(0, len(course), SAMPLES))
    )
