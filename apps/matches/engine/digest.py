"""Key numbers of a finished match: lead changes, closeness, excitement and a small chart of its scores. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from apps.matches.engine import leads

DIGEST_EDITION: Final = 2
"""The version of this calculation, the games' feats and the thirds. Older digests are recalculated at night."""
SAMPLES_PER_SEAT: Final = 32
"""The number of scores per seat in the small chart."""
MAX_SAMPLE: Final = 255
"""The value of the best score in the chart; the worst is 0."""
_HALF_EXCITING_CHANGES: Final = 3
"""The number of lead changes that is half as exciting as any number could be."""


LENGTHS: Final = ("short", "middle", "long")
"""Names for the thirds of a game's matches, by number of moves."""


class Digest(NamedTuple):
    """The key numbers that follow from the course of the scores."""

    leads: int
    margin: int | None
    excitement: int
    course: bytes


def compute_digest(course: Sequence[Sequence[int]], final: Sequence[int]) -> Digest:
    """Calculate the digest of a match.

    :param course: the scores by seat after each move
    :param final: the scores of the outcome; empty if the match ended without a result
    """
    changes = leads.count_lead_changes(tuple(zip(*course, strict=True)))
    if len(final) < 2 or not course:
        return Digest(changes, None, 0, sample_scores(course))
    best = sorted(range(len(final)), key=lambda seat: -final[seat])[:2]  # Only the best two count towards closeness.
    theirs = [scores[seat] for scores in (*course, final) for seat in best]
    margin = final[best[0]] - final[best[1]]
    closeness = 1 - margin / max(max(theirs) - min(theirs), 1)
    swing = changes / (changes + _HALF_EXCITING_CHANGES)
    return Digest(changes, margin, round(500 * closeness + 500 * swing), sample_scores([*course, final]))


def classify_length(moves: int, thirds: Sequence[int]) -> int:
    """Return the index in `LENGTHS` of a match with this many moves.

    :param thirds: the number of moves at which the first and the second third end
    """
    return bisect_left(thirds, moves)


def sample_scores(course: Sequence[Sequence[int]]) -> bytes:
    """Sample the scores at a few moves, seat by seat, as one byte each between worst and best; empty without scores."""
    if not course:
        return b""
    last = len(course) - 1
    chosen = [course[round(last * n / (SAMPLES_PER_SEAT - 1))] for n in range(SAMPLES_PER_SEAT)]
    low, high = min(map(min, chosen)), max(map(max, chosen))
    return bytes(
        round(MAX_SAMPLE * (scores[seat] - low) / max(high - low, 1))
        for seat in range(len(course[0]))
        for scores in chosen
    )


def draw_score_lines(course: bytes, *, width: int, height: int) -> tuple[str, ...]:
    """Return the points of each seat's line in a drawing of this size."""
    return tuple(
        " ".join(
            f"{width * n / (SAMPLES_PER_SEAT - 1):.0f},{height * (MAX_SAMPLE - score) / MAX_SAMPLE:.0f}"
            for n, score in enumerate(scores)
            if n in (0, SAMPLES_PER_SEAT - 1) or not scores[n - 1] == score == scores[n + 1]
        )
        for scores in (course[start : start + SAMPLES_PER_SEAT] for start in range(0, len(course), SAMPLES_PER_SEAT))
    )
