"""The theme and the difficulty of a puzzle. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from apps.kernel.game import AnyAction, Meta

UNKNOWN, EASY, MEDIUM, HARD = range(4)
LEVELS: Final = ("new", "easy", "medium", "hard")
"""The levels that readers can choose, by difficulty."""
MIN_RATED_ANSWERS: Final = 5
"""Minimum answers, because with fewer a rating says more about the solvers than about the puzzle."""
MEDIUM_RATINGS: Final = range(1400, 1601)
"""Ratings of puzzles that about half of all solvers solve."""


def choose_theme(meta: Meta, about: str, answers: Iterable[AnyAction]) -> str:
    """Return the theme from the question and its possible answers. It's shown before the answer and reveals nothing."""
    tags = {answer.__struct_config__.tag for answer in answers}
    fits = [about, *(f"{about}-{tag}" for tag in tags)]
    return next((each for each in meta.themes if each in fits), about)


def list_themes(meta: Meta) -> Mapping[str, str]:
    """Return all possible themes of a game's puzzles, each with its English title."""
    return {**meta.themes, **{about: name for about, name in meta.questions.items() if about not in meta.themes}}


def compute_difficulty(points: int, answers: int) -> int:
    """Return the difficulty from 1 to 3, by the rating after this many answers, or 0 if those are too few."""
    if answers < MIN_RATED_ANSWERS:
        return UNKNOWN
    return MEDIUM if points in MEDIUM_RATINGS else EASY if points < MEDIUM_RATINGS.start else HARD
