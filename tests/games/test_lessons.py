"""Tests that the shuffles of the guided first matches keep their promises, and that no player can break them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.template.loader import get_template
from django.utils import translation

from apps.games import load_games
from apps.kernel.game import AnyAsk, AnyGame
from apps.kernel.lesson import LEARNER, Hint, Lesson, Progress, Scene, Step, add_passed_step, choose_hint
from apps.matches.engine import lessons, rehearsal
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.models import Match
from apps.matches.templatetags.story import render_named_block
from tests.games.tables import require
from tests.games.test_templates import blocks

LESSONS = [game for game in load_games().values() if game.lesson is not None]
LANGUAGES = ("en", "de", "fr")
DEVIATIONS = {"kobolds": 5}
"""The number of matches with a wayward learner, if it isn't 15. Bots of some games think for long."""

each_game = pytest.mark.parametrize("game", LESSONS, ids=lambda game: game.meta.slug)


def names(lesson: Lesson) -> set[str]:
    """Return the names of the bubbles that are shown once."""
    return {step.name for step in lesson.steps if not step.again}


def said(game: AnyGame, shown: Hint, language: str) -> str:
    """Return the bubble's text in this language."""
    seats = tuple(f"Seat{seat}" for seat in range(game.lesson.seats))
    with translation.override(language):
        text = render_named_block(f"{game.meta.slug}/lesson.html", shown.name, {**shown.words, "names": seats})
    return " ".join(text.split())


def test_every_game_of_the_house_has_a_lesson() -> None:
    for game in load_games().values():
        require(game.lesson, game, "lesson", "Write lesson.py and lesson.html in its folder, see apps/games/README.md.")


@each_game
def test_a_lesson_has_a_block_for_each_step_and_no_other(game: AnyGame) -> None:
    get_template(f"{game.meta.slug}/lesson.html")
    steps = [step.name for step in game.lesson.steps]
    assert len(steps) == len(set(steps))
    assert sorted(blocks(f"{game.meta.slug}/lesson.html")) == sorted(steps)


@each_game
def test_whoever_takes_every_suggestion_is_told_everything_in_time_and_in_three_languages(
    game: AnyGame,
) -> None:
    played = rehearsal.rehearse_match(game, game.lesson, bytes.fromhex(game.lesson.seed))
    assert played.run.match.status == Match.Status.OVER
    assert names(game.lesson) <= set(played.shown)
    assert rehearsal.tells_all(game.lesson, played)
    assert played.hints[-1] is not None
    assert (played.hints[-1].told, played.hints[-1].steps) == (len(names(game.lesson)),) * 2
    for shown in played.hints:
        if shown is not None:
            texts = [said(game, shown, language) for language in LANGUAGES]
            assert len(set(texts)) == len(LANGUAGES), texts
            assert all(text and "None" not in text and "  " not in text for text in texts), texts
            assert all(len(text) <= 260 for text in texts), texts  # More doesn't fit above the hand on a phone.


@each_game
def test_whoever_does_something_else_is_never_stopped_and_told_what_may_be_answered(game: AnyGame) -> None:
    for number in range(DEVIATIONS.get(game.meta.slug, 15)):
        played = rehearsal.rehearse_match(
            game, game.lesson, bytes.fromhex(game.lesson.seed), wayward(random.Random(number))
        )
        assert played.run.match.status == Match.Status.OVER
        for shown in played.hints:
            if shown is not None:
                assert said(game, shown, "de")


def wayward(luck: random.Random) -> Callable[[MatchAggregate, AnyAsk, Any], Any]:
    """Return a learner that does something random every other time."""

    def choose(run: MatchAggregate, ask: AnyAsk, suggested: Any) -> Any:
        legal = run.game.legal(run.know(LEARNER), LEARNER)
        assert suggested in legal or suggested == ask.default
        if luck.random() < 0.5:
            return suggested
        kinds: dict[Any, list[Any]] = {}
        for action in legal:
            kinds.setdefault(type(action), []).append(action)
        beside = {"claim", "buyoff", "lift", "doze", "stray"}  # These answer nothing, or are reserved for the clock.
        wanted = [kind for kind in kinds if kind.__struct_config__.tag not in beside]
        return luck.choice(kinds[luck.choice(wanted)]) if wanted else ask.default

    return choose


def test_the_search_finds_the_shuffle_of_a_lesson_again(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("lessons", "fuse", "--first", "2141", "--tries", "3")
    assert load_games()["fuse"].lesson.seed in capsys.readouterr().out


# -- the bubble shown -------------------------------------------------------------------------------------------------


def _step(name: str, *, when: bool = True, after: tuple[str, ...] = (), again: bool = False) -> Step:
    return Step(name, "table", lambda _: when, after=after, again=again)


SCENE = Scene(None, LEARNER, None)


@pytest.mark.parametrize(
    ("steps", "passed", "shown"),
    [
        ([_step("a"), _step("b")], (), "a"),
        ([_step("a"), _step("b")], ("a",), "b"),
        ([_step("a", when=False), _step("b")], (), "b"),
        ([_step("a", after=("b",)), _step("b")], (), "b"),
        ([_step("a", after=("b",)), _step("b")], ("b",), "a"),
        ([_step("on", again=True), _step("b")], (), "b"),
        ([_step("on", again=True), _step("b")], ("b", "on"), "on"),
        ([_step("a")], ("a",), None),
    ],
)
def test_the_first_bubble_that_fits_and_was_not_told_stands_there(
    steps: list[Step], passed: tuple[str, ...], shown: str | None
) -> None:
    lesson = Lesson(3, "00", tuple(steps))
    found = choose_hint(lesson, Progress(passed), SCENE)
    assert (found and found.name) == shown
    assert choose_hint(lesson, Progress(passed, skipped=True), SCENE) is None


def test_a_bubble_that_comes_again_is_not_noted_as_told() -> None:
    lesson = Lesson(3, "00", (_step("a"), _step("on", again=True)))
    once = add_passed_step(Progress(), choose_hint(lesson, Progress(), SCENE))
    assert once == Progress(("a",))
    assert add_passed_step(once, choose_hint(lesson, once, SCENE)) == once


def test_only_the_learner_sees_a_bubble() -> None:
    game = load_games()["fuse"]
    run = rehearsal.deal_guided_match(game, game.lesson, bytes.fromhex(game.lesson.seed))
    state = run.know(LEARNER)
    assert lessons.hint_at(run.match, game, state, LEARNER, run.clock.asks) is not None
    for other in (1, "public", "referee"):
        assert lessons.hint_at(run.match, game, state, other, run.clock.asks) is None  # type: ignore[arg-type]
