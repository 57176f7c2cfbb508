"""Whose silence counts, and from when. Pure, over the open questions and what the rules ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from apps.kernel.game import Ask
from apps.kernel.table import HOUSE
from apps.matches.models import Question

Open: TypeAlias = Mapping[tuple[int, str], Question]
"""By (seat, key)."""

Automatic: TypeAlias = Callable[[int], bool]
"""Whether a seat is played by a bot."""


def ticking(asks: Iterable[Ask[Any]], questions: Open, automatic: Automatic) -> Iterator[Question]:
    """Questions the clock answers, in the order of the rules: those play waits for, and all a bot may answer."""
    for ask in asks:
        question = questions.get((ask.seat, ask.key))
        if question is not None and (ask.waits or (automatic(ask.seat) and not ask.answered)):
            yield question


def lapsed(asks: Iterable[Ask[Any]], questions: Open, automatic: Automatic, now: datetime) -> Question | None:
    """The question that lapsed first, if any."""
    due = [question for question in ticking(asks, questions, automatic) if question.lapses_at <= now]
    return min(due, key=lambda question: question.lapses_at, default=None)


def missed(asks: Iterable[Ask[Any]], lapse: Question, automatic: Automatic) -> list[Ask[Any]]:
    """Who misses a turn by this lapse: the seat it asked, or where the house closes a window, all who said nothing."""
    return [
        ask
        for ask in asks
        if ask.key == lapse.key and lapse.seat in (ask.seat, HOUSE)
        if ask.duty and not ask.answered and ask.seat != HOUSE and not automatic(ask.seat)
    ]


def common(questions: Open, automatic: Automatic, key: str) -> datetime | None:
    """Until when the people who are asked under this key have time: as long as whoever has most. None: nobody is.

    What one of them may answer all may, and nobody's deadline tells how long they sleep, or who has answered.
    """
    asked = (
        question
        for (seat, about), question in questions.items()
        if about == key and seat != HOUSE and not automatic(seat)
    )
    return max((question.due_at for question in asked), default=None)
