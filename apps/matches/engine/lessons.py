"""Guided first matches in hand: which bubble stands there now, and which were told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from apps.kernel.game import Ask, Game
from apps.kernel.lesson import LEARNER, Hint, Lesson, Progress, Scene, hint, told
from apps.kernel.table import Observer, Seat
from apps.matches.models import Match


def progress(match: Match) -> Progress:
    """How far the learner has come."""
    return msgspec.convert(match.lesson or {}, Progress)


def running(match: Match) -> bool:
    """Whether it is a guided match, and its learner still wants to be guided: then no bot waits."""
    return match.lesson is not None and not progress(match).skipped


def habits(lesson: Lesson | None, seat: int, usual: Sequence[Any]) -> Sequence[Any]:
    """What whoever sits there has ordered in the beginning."""
    return usual if lesson is None or lesson.orders is None or seat != LEARNER else lesson.orders


def hint_at(
    match: Match, game: Game[Any, Any, Any], state: Any, observer: Observer, asks: Sequence[Ask[Any]]
) -> Hint | None:
    """The bubble the learner sees, from what they know; nobody else sees any. None while nothing is asked of them."""
    if observer != LEARNER or game.lesson is None or match.status == Match.Status.PAUSED:
        return None
    asked = next((ask for ask in asks if ask.seat == LEARNER), None)
    if asked is None and match.status != Match.Status.OVER:
        return None
    return hint(game.lesson, progress(match), Scene(state, LEARNER, asked))


def after(match: Match, game: Game[Any, Any, Any], state: Any, seat: Seat, ask: Ask[Any] | None) -> dict[str, Any]:
    """The progress, as a row keeps it, once the bubble that stands there was answered or put away."""
    shown = hint_at(match, game, state, seat, () if ask is None else (ask,))
    kept: dict[str, Any] = msgspec.to_builtins(told(progress(match), shown))
    return kept


def skip(match: Match) -> None:
    """No more bubbles: from now on it is a match like any other against bots."""
    if match.lesson is not None:
        match.lesson = msgspec.to_builtins(msgspec.structs.replace(progress(match), skipped=True))
