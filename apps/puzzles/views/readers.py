"""The reader of puzzles. Without an account, their answers stay in their own browser's session."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from apps.puzzles.selectors.published import Reader
from apps.puzzles.services.answering import Verdict

_SESSION_KEY: Final = "puzzles"
_MAX_SESSION_ANSWERS: Final = 400
"""Maximum answers in a session, a hundred days of one per game, so that streaks don't end early."""


def get_reader(request: HttpRequest) -> Reader:
    """Return the reader, with the answers of their browser."""
    kept = {} if request.user.pk else request.session.get(_SESSION_KEY, {})
    return Reader(request.user.pk, {code: (chosen, right, day) for code, (chosen, right, day) in kept.items()})


def remember_verdict(request: HttpRequest, code: str, verdict: Verdict) -> Verdict:
    """Store an answer in the browser's session, and return it with whether it counts as the first.

    The oldest answers are dropped first.
    """
    kept = request.session.get(_SESSION_KEY, {})
    if code in kept:
        return verdict._replace(counts=False)
    kept[code] = [verdict.chosen, verdict.right, verdict.day.isoformat()]
    request.session[_SESSION_KEY] = dict(list(kept.items())[-_MAX_SESSION_ANSWERS:])
    return verdict
