"""What a puzzle is about, and how hard it was for those who answered it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from apps.kernel.game import Meta

UNKNOWN, EASY, MEDIUM, HARD = range(4)
_ENOUGH: Final = 5
"""With fewer answers a rating says more about who answered than about the puzzle."""
_MIDDLE: Final = range(1400, 1601)
"""Ratings of puzzles that about one in two solves."""


def theme(meta: Meta, about: str, answers: Iterable[Any]) -> str:
    """Known before the answer, from the question and what may be answered: it tells nothing of what is best."""
    tags = {answer.__struct_config__.tag for answer in answers}
    fits = [about, *(f"{about}-{tag}" for tag in tags)]
    return next((each for each in meta.themes if each in fits), about)


def themes(meta: Meta) -> Mapping[str, str]:
    """All that a game's puzzles may be about, and what that is called, in English."""
    return {**meta.themes, **{about: name for about, name in meta.questions.items() if about not in meta.themes}}


def difficulty(points: int, answers: int) -> int:
    """From 1 to 3, by the rating of a puzzle after so many answers; 0 while there are too few to say."""
    if answers < _ENOUGH:
        return UNKNOWN
    return MEDIUM if points in _MIDDLE else EASY if points < _MIDDLE.start else HARD
