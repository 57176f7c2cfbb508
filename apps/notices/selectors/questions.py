"""The questions waiting for a player, if their notices are about any."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from apps.matches.selectors import pending
from apps.matches.selectors.pending import Waiting
from apps.notices.models import QUESTION_KINDS, Kind

_ABOUT_QUESTIONS: Final = frozenset({*QUESTION_KINDS, Kind.DIGEST})


def find_waiting_questions(player: int, kinds: Iterable[str]) -> dict[str, Waiting]:
    """Return the player's open questions by subject, skipping the query if no kind is about questions."""
    if _ABOUT_QUESTIONS.isdisjoint(kinds):
        return {}
    return {question.subject: question for question in pending.find_open_questions(players=[player])}
