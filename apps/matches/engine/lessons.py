"""Guided first matches in memory: the current bubble, and the bubbles already shown."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from apps.kernel.game import AnyAsk, AnyGame, AnyOrder, AnyState
from apps.kernel.lesson import LEARNER, Hint, Lesson, Progress, Scene, add_passed_step, choose_hint
from apps.kernel.table import Observer, Seat
from apps.matches.models import Match


def get_learner_progress(match: Match) -> Progress:
    """Return how far the learner has come."""
    return msgspec.convert(match.lesson or {}, Progress)


def is_guiding(match: Match) -> bool:
    """Check whether a guided match still guides its learner. Its bots don't pause then."""
    return match.lesson is not None and not get_learner_progress(match).skipped


def select_first_orders(lesson: Lesson | None, seat: int, usual: Sequence[AnyOrder]) -> Sequence[AnyOrder]:
    """Return the standing orders a seat starts with."""
    return usual if lesson is None or lesson.orders is None or seat != LEARNER else lesson.orders


def hint_at(match: Match, game: AnyGame, state: AnyState, observer: Observer, asks: Sequence[AnyAsk]) -> Hint | None:
    """Return the learner's bubble, from what they know. None for others, and while the learner isn't asked."""
    if observer != LEARNER or game.lesson is None or match.status == Match.Status.PAUSED:
        return None
    asked = next((ask for ask in asks if ask.seat == LEARNER), None)
    if asked is None and match.status != Match.Status.OVER:
        return None
    return choose_hint(game.lesson, get_learner_progress(match), Scene(state, LEARNER, asked))


def advance_progress(match: Match, game: AnyGame, state: AnyState, seat: Seat, ask: AnyAsk | None) -> dict[str, object]:
    """Return the progress to store once the current bubble has been answered or dismissed."""
    shown = hint_at(match, game, state, seat, () if ask is None else (ask,))
    kept: dict[str, object] = msgspec.to_builtins(add_passed_step(get_learner_progress(match), shown))
    return kept


def skip_bubbles(match: Match) -> None:
    """Skip the remaining bubbles: from now on it is an ordinary match against bots."""
    if match.lesson is not None:
        match.lesson = msgspec.to_builtins(msgspec.structs.replace(get_learner_progress(match), skipped=True))
