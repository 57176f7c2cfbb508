"""Tests that the tests of complete games tell a draft what it lacks, and which names in its templates are wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from django.template.engine import Engine

from apps.games import load_games
from apps.kernel.game import AnyGame
from apps.matches.templatetags.story import _load_template_blocks
from tests.drafts.tutorial import import_game, write_game
from tests.games import test_golden, test_lessons, test_strength, test_templates, test_words_law


@pytest.fixture(autouse=True)
def _in_the_catalogue(gulls: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(load_games(), "gulls", gulls)


def test_what_a_draft_lacks_is_said_with_what_to_do(gulls: AnyGame) -> None:
    checks = {
        "no golden matches": lambda: test_golden.test_every_game_has_golden_matches_that_show_all_its_events(gulls),
        "no schema.txt": lambda: test_golden.test_what_is_stored_and_who_knows_it_is_as_agreed(gulls),
        "no lesson": test_lessons.test_every_game_of_the_house_has_a_lesson,
        "no measured bots": lambda: test_strength.test_cinder_alone_among_sparks_wins_far_more_than_its_share(
            "gulls", 2
        ),
        "no gulls/board.html": lambda: test_templates.test_a_game_has_a_template_for_everything_it_asks_tells_and_draws(
            gulls
        ),
    }
    for lack, check in checks.items():
        with pytest.raises(pytest.fail.Exception, match=lack):
            check()


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [("{{ fish }}", "{{ fihs }}", "terns/story.html, block caught: .*'fihs'"), ("block dealt", "block daelt", "daelt")],
)
def test_a_wrong_name_in_a_sentence_of_a_draft_is_said(
    right: str, wrong: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_game("terns", tmp_path)
    story = tmp_path / "terns/templates/terns/story.html"
    story.write_text(story.read_text().replace(right, wrong))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(Engine.get_default(), "dirs", [*Engine.get_default().dirs, tmp_path / "terns/templates"])
    _forget("terns")
    game = import_game("terns")
    with pytest.raises(AssertionError, match=said):
        test_words_law.test_every_sentence_is_of_a_fact_and_uses_only_its_words(game)
    _forget("terns")


def _forget(slug: str) -> None:
    """Let the next game of this name be read again."""
    for loader in Engine.get_default().template_loaders:
        loader.reset()
    _load_template_blocks.cache_clear()
    for module in [each for each in sys.modules if each.partition(".")[0] == slug]:
        del sys.modules[module]
