"""Rules for whose silence counts, and when. Pure, over the open questions and those of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import TypeAlias

from apps.kernel.game import AnyAsk
from apps.kernel.table import HOUSE
from apps.matches.engine.deadlines import Deadline
from apps.matches.models import Question

Open: TypeAlias = Mapping[tuple[int, str], Question]
"""Open questions by (seat, key)."""

IsBot: TypeAlias = Callable[[int], bool]
"""A check whether a seat is played by a bot."""


def select_ticking_questions(asks: Iterable[AnyAsk], questions: Open, is_bot: IsBot) -> Iterator[Question]:
    """Yield the questions the clock answers, in the order of the rules: those the game waits for, and all of bots."""
    for ask in asks:
        question = questions.get((ask.seat, ask.key))
        if question is not None and (ask.waits or (is_bot(ask.seat) and not ask.answered)):
            yield question


def select_lapsed_question(asks: Iterable[AnyAsk], questions: Open, is_bot: IsBot, now: datetime) -> Question | None:
    """Return the question that expired first, if any."""
    due = [question for question in select_ticking_questions(asks, questions, is_bot) if question.lapses_at <= now]
    return min(due, key=lambda question: question.lapses_at, default=None)


def select_missed_questions(asks: Iterable[AnyAsk], lapse: Question, is_bot: IsBot) -> list[AnyAsk]:
    """Return the questions of those who miss a turn by this silence.

    That is the seat that was asked, or everyone who said nothing in a window that the server closes.
    """
    return [
        ask
        for ask in asks
        if ask.key == lapse.key and lapse.seat in (ask.seat, HOUSE)
        if ask.duty and not ask.answered and ask.seat != HOUSE and not is_bot(ask.seat)
    ]


def compute_common_deadline(
    questions: Mapping[tuple[int, str], Question | Deadline], is_bot: IsBot, key: str
) -> datetime | None:
    """Return the longest deadline among players asked under this key, or None if there are none.

    It holds for all of them, so no deadline reveals how long a player sleeps, or who has answered.
    """
    asked = (
        question for (seat, about), question in questions.items() if about == key and seat != HOUSE and not is_bot(seat)
    )
    return max((question.due_at for question in asked), default=None)
