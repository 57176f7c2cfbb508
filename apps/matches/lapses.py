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
    due = [question for question in ticking(asks, questions, automatic) if question.due_at <= now]
    return min(due, key=lambda question: question.due_at, default=None)


def missed(asks: Iterable[Ask[Any]], lapse: Question, automatic: Automatic) -> list[Ask[Any]]:
    """Who misses a turn by this lapse: the seat it asked, or where the house closes a window, all who said nothing."""
    return [
        ask
        for ask in asks
        if ask.key == lapse.key and lapse.seat in (ask.seat, HOUSE)
        if ask.duty and not ask.answered and ask.seat != HOUSE and not automatic(ask.seat)
    ]


def shared(questions: Open, question: Question, automatic: Automatic) -> datetime | None:
    """When the question lapses for the others who are asked it in the same window, bots aside."""
    return max(
        (
            other.due_at
            for (seat, key), other in questions.items()
            if key == question.key and seat != question.seat and not automatic(seat)
        ),
        default=None,
    )
