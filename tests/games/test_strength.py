"""Tests that the bots differ as their names promise, a short form of `python -m tests.bench ladder`."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import pytest

from apps.games import load_games
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAsk, AnyGame
from apps.kernel.ladder import compute_share, play_against_others
from apps.kernel.lesson import Progress, Scene, add_passed_step, choose_hint
from apps.kernel.policies import POLICIES
from tests.games.strength import least, measured
from tests.games.tables import require

pytestmark = [pytest.mark.once, pytest.mark.slow]

MATCHES: Final = {"fuse": 160, "frogs": 30, "bombe": 24, "kobolds": 14}
"""The number of matches needed to tell a player who is twice as good from an equal one."""
ADVISED: Final = {"fuse": 200, "frogs": 40, "bombe": 100, "kobolds": 60}
"""The number of matches needed to tell a player who is somewhat better."""


@pytest.mark.parametrize(("slug", "seats"), [(slug, n) for slug, game in load_games().items() for n in game.meta.seats])
def test_cinder_alone_among_sparks_wins_far_more_than_its_share(slug: str, seats: int) -> None:
    game = load_games()[slug]
    require(slug in MATCHES, game, "measured bots", f"Give it a number of matches in MATCHES and ADVISED, {__file__}.")
    found = measured(slug, seats, "bot", "spark", MATCHES[slug])
    assert found.low > found.fair, "better, for all that chance could do"
    assert found.high >= least(slug, "bot", "spark") * found.fair


@pytest.mark.parametrize("slug", load_games())
def test_spark_loses_to_whoever_follows_the_advice_of_the_lesson(slug: str) -> None:
    """Check a player who plays like Spark when the lesson has no advice."""
    game = load_games()[slug]
    require(game.lesson, game, "lesson", "Write lesson.py and lesson.html in its folder, see apps/games/README.md.")
    require(slug in ADVISED, game, "measured bots", f"Give it a number of matches in MATCHES and ADVISED, {__file__}.")
    setup = game.setup(game.lesson.seats, game.lesson.options)
    seeds = [hashlib.sha256(f"advice {number}".encode()).digest() for number in range(ADVISED[slug])]
    won = [part for seed in seeds for part in play_against_others(game, setup, Advised, POLICIES["spark"], [seed])]
    found = compute_share(won, setup.seats)
    assert found.low > found.fair


class Advised:
    """A player for one match that follows the lesson, or plays like Spark if it suggests nothing."""

    def __init__(self, game: AnyGame) -> None:
        self.lesson, self.spark, self.progress = game.lesson, POLICIES["spark"](game), Progress()

    def __call__(self, state: Any, ask: AnyAsk, whim: Chance) -> Any:
        shown = choose_hint(self.lesson, self.progress, Scene(state, ask.seat, ask))
        self.progress = add_passed_step(self.progress, shown)
        if shown is None or shown.action is None:
            return self.spark(state, ask, whim)
        return shown.action
