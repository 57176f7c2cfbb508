"""Tests of how the guided first match of Lunar Laser Frogs starts."""

from __future__ import annotations

from apps.games import catalogue
from apps.kernel.lesson import LEARNER
from apps.matches.engine import rehearsal


def test_the_learner_throws_a_frog_before_they_plan_dice() -> None:
    game = catalogue()["frogs"]
    run = rehearsal.begin(game, game.lesson, bytes.fromhex(game.lesson.seed))
    assert {ask.about for ask in run.clock.asks if ask.seat == LEARNER} == {"throw"}
    assert set(game.meta.hard_openings) < set(game.meta.questions)
