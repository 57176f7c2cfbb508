"""A guided match played through in memory by the engine that plays it later, for the search and for tests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from apps.kernel.game import AnyAction, AnyAsk, AnyGame
from apps.kernel.lesson import LEARNER, Hint, Lesson, Progress, Scene
from apps.kernel.table import REFEREE, Observer
from apps.matches.engine import deadlines, lessons, standing_orders
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.engine.attendance import Attendance
from apps.matches.engine.clock import Clock
from apps.matches.engine.projection import Projection
from apps.matches.engine.standing_orders import Standing
from apps.matches.models import Chair, Match

GUIDED_PACE: Final = "relaxed"
"""The pace of guided matches, without time banks, so that nothing expires while the learner thinks."""
GUIDED_OPPONENTS: Final = Match.BotStrength.SPARK
"""The bots of guided matches: a learner must be able to win."""

Choose: TypeAlias = Callable[[MatchAggregate, AnyAsk, AnyAction], AnyAction]
"""A function (the match, the learner's question, the suggestion) → the action to answer with."""

_WHENEVER: Final = datetime(2024, 1, 1, tzinfo=UTC)


class Rehearsal(Struct, frozen=True):
    """The course of a guided match, as the learner saw it."""

    hints: tuple[Hint | None, ...]
    """The hints at each of the learner's questions, and at the end."""
    run: MatchAggregate

    @property
    def shown(self) -> list[str]:
        """Return the names of the bubbles, in order."""
        return [each.name for each in self.hints if each is not None]


def deal_guided_match(game: AnyGame, lesson: Lesson, seed: bytes) -> MatchAggregate:
    """Deal a guided match as `services.play.start_match` does, without a database."""
    setup = game.setup(lesson.seats, lesson.options)
    pace = deadlines.check_pace(game.meta, game.meta.paces[GUIDED_PACE], setup.options)
    match = Match(
        game=game.meta.slug,
        pace=pace,
        opponents=GUIDED_OPPONENTS,
        lesson=msgspec.to_builtins(Progress()),
        begun_at=_WHENEVER,
    )
    usual = game.habits_at(setup)
    chairs = [
        Chair(
            match=match,
            index=i,
            bot=i != LEARNER,
            orders=standing_orders.encode_orders(
                map(standing_orders.wrap_order, lessons.select_first_orders(lesson, i, usual))
            ),
        )
        for i in setup.everyone()
    ]
    observers: tuple[Observer, ...] = (REFEREE, *setup.everyone())
    known = {who: Projection(who, game.blank(setup)) for who in observers}
    orders, seats, clock = Standing(chairs, game.order), Attendance(chairs), Clock(match, chairs, {})
    run = MatchAggregate(match, game, setup, seed, chairs, seats, clock, known, _refuse_observer, orders, _WHENEVER)
    run.deal()
    run.settle_expired_questions()
    return run


def rehearse_match(
    game: AnyGame, lesson: Lesson, seed: bytes, choose: Choose | None = None, most: int = 1000
) -> Rehearsal:
    """Play the match, or the learner's first answers, by taking every suggestion or what `choose` prefers.

    Where any answer will do, the suggestion is the default.

    :raises Illegal: if a suggestion is no legal answer
    """
    run = deal_guided_match(game, lesson, seed)
    hints: list[Hint | None] = []
    while run.match.status == Match.Status.PLAYING and len(hints) < most:
        asked = _select_learner_question(run.clock.asks)
        hints.append(lessons.hint_at(run.match, game, run.know(LEARNER), LEARNER, run.clock.asks))
        suggested = get_suggestion(hints[-1], asked)
        along = lesson.along(Scene(run.know(LEARNER), LEARNER, asked))
        refused = run.answer(LEARNER, asked.key, choose(run, asked, suggested) if choose else suggested, along)
        if refused is not None:
            raise refused
    hints.append(lessons.hint_at(run.match, game, run.know(LEARNER), LEARNER, run.clock.asks))
    return Rehearsal(tuple(hints), run)


def derive_candidate_seed(game: str, number: int) -> bytes:
    """Return the numbered candidate seed in the search for a good shuffle."""
    return hashlib.sha256(f"lesson:{game}:{number}".encode()).digest()


def tells_all(lesson: Lesson, played: Rehearsal) -> bool:
    """Check that every bubble was shown, and all but the closing one within the planned answers."""
    early = {shown.name for shown in played.hints[: lesson.moves] if shown is not None}
    last = played.hints[-1]
    shown = early | ({last.name} if last is not None else set())
    return {step.name for step in lesson.steps if not step.again} <= shown


def get_suggestion(shown: Hint | None, asked: AnyAsk) -> AnyAction:
    """Return what a bubble suggests, or the default."""
    return asked.default if shown is None or shown.action is None else shown.action


def _select_learner_question(asks: Sequence[AnyAsk]) -> AnyAsk:
    """Return the learner's unanswered question, or else their first."""
    mine = [ask for ask in asks if ask.seat == LEARNER and not ask.answered]
    return mine[0] if mine else next(ask for ask in asks if ask.seat == LEARNER)


def _refuse_observer(_run: MatchAggregate, observer: object) -> Projection:
    raise LookupError(observer)
