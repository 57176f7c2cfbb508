"""Who reads: a player, or somebody without an account, whose answers stay in their own browser's session."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from apps.puzzles.selectors.published import Reader
from apps.puzzles.services.answering import Verdict

_KEY: Final = "puzzles"
_MOST: Final = 400
"""So many answers a session remembers: one at every game for a hundred days, or the streak would end before."""


def reader(request: HttpRequest) -> Reader:
    """Whoever reads, with what their browser remembers."""
    kept = {} if request.user.pk else request.session.get(_KEY, {})
    return Reader(request.user.pk, {code: (chosen, right, day) for code, (chosen, right, day) in kept.items()})


def remember(request: HttpRequest, code: str, verdict: Verdict) -> Verdict:
    """Keep an answer in the browser's session, and return whether it counts: the first does.

    The oldest answers are forgotten first.
    """
    kept = request.session.get(_KEY, {})
    if code in kept:
        return verdict._replace(counts=False)
    kept[code] = [verdict.chosen, verdict.right, verdict.day.isoformat()]
    request.session[_KEY] = dict(list(kept.items())[-_MOST:])
    return verdict
