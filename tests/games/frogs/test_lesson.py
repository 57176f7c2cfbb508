"""Tests of how the guided first match of Lunar Laser Frogs starts."""

from __future__ import annotations

from apps.games import load_games
from apps.kernel.lesson import LEARNER
from apps.matches.engine import rehearsal


def test_the_learner_throws_a_frog_before_they_plan_dice() -> None:
    game = load_games()["frogs"]
    run = rehearsal.deal_guided_match(game, game.lesson, bytes.fromhex(game.lesson.seed))
    assert {ask.about for ask in run.clock.asks if ask.seat == LEARNER} == {"throw"}
    assert set(game.meta.hard_openings) < set(game.meta.questions)
