"""The learner's actions in a guided match besides answering: dismiss a bubble, or skip all others."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from apps.kernel.lesson import LEARNER
from apps.matches.engine import lessons
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.errors import NotSeated
from apps.matches.services.session import change_match


class Change(Protocol):
    """One of the functions below."""

    def __call__(self, *, code: str, player: int, now: datetime) -> None: ...


def put_away(*, code: str, player: int, now: datetime) -> None:
    """Dismiss the current bubble. In a match that isn't a lesson, this does nothing.

    :raises Match.DoesNotExist: if there's no such match
    :raises NotSeated: if someone else is the learner
    """
    change_match(code, _put_away, LEARNER, player=player, now=now)


def skip_bubbles(*, code: str, player: int, now: datetime) -> None:
    """Skip the remaining bubbles, and let bots pause again.

    :raises Match.DoesNotExist, NotSeated: as in `put_away`
    """
    change_match(code, _skip_bubbles, player=player, now=now)


def _put_away(run: MatchAggregate) -> NotSeated | None:
    if run.mine != LEARNER:
        return NotSeated()
    run.match.lesson = run.told(LEARNER)
    return None


def _skip_bubbles(run: MatchAggregate) -> NotSeated | None:
    if run.mine != LEARNER:
        return NotSeated()
    lessons.skip_bubbles(run.match)
    return None
