"""Time to answer a question, by pace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

HOUR: Final = 3600
DAY: Final = 24 * HOUR

PACES: Final = ("live", "daily", "relaxed", "weekly")
SLOW_PACES: Final = PACES[1:]
"""The paces at which people play hours apart."""


def build_paces(**questions: tuple[int, int, int, int]) -> Mapping[str, Mapping[str, int]]:
    """Return seconds by pace and kind of question, from each kind's seconds in the order of `PACES`."""
    return {pace: {about: seconds[at] for about, seconds in questions.items()} for at, pace in enumerate(PACES)}
