"""What a puzzle is about, and how hard it is. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from apps.kernel.game import Meta
from apps.puzzles.finding.found import Found

EASY, MIDDLING, HARD = 1, 2, 3
_OBVIOUS: Final = 0.25
"""Who loses so much by any other answer feels it."""
_FINE: Final = 0.12
_FEW: Final = 4
_MANY: Final = 12


def theme(meta: Meta, about: str, answers: Iterable[Any]) -> str:
    """Known before the answer, from the question and what may be answered: it tells nothing of what is best."""
    tags = {answer.__struct_config__.tag for answer in answers}
    fits = [about, *(f"{about}-{tag}" for tag in tags)]
    return next((each for each in meta.themes if each in fits), about)


def themes(meta: Meta) -> Mapping[str, str]:
    """All that a game's puzzles may be about, and what that is called, in English."""
    return {**meta.themes, **{about: name for about, name in meta.questions.items() if about not in meta.themes}}


def difficulty(found: Found) -> int:
    """From 1 to 3: the less an answer stands out, and the more there are, the harder."""
    margin, many = found.margin, len(found.answers)
    if margin < _FINE or many > _MANY:
        return HARD
    return EASY if margin >= _OBVIOUS and many <= _FEW else MIDDLING
