"""The questions that wait for somebody, as far as their notices are about any."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from apps.matches.selectors import pending
from apps.matches.selectors.pending import Waiting
from apps.notices.models import OF_QUESTIONS, Kind

_ABOUT_QUESTIONS: Final = frozenset({*OF_QUESTIONS, Kind.DIGEST})


def waiting(player: int, kinds: Iterable[str]) -> dict[str, Waiting]:
    """The open questions of somebody who is owed notices of these kinds, by subject; not looked for if none of them
    is about questions."""
    if _ABOUT_QUESTIONS.isdisjoint(kinds):
        return {}
    return {question.subject: question for question in pending.asked(players=[player])}
